#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardan::app {

/// How the run of a cell ended. If a cell has two rows, the row with the earlier status in this
/// list is used.
enum class CellStatus : unsigned char {
  kFinished,
  kRefused,   ///< the scene could not be loaded, built or measured
  kTimedOut,  ///< the run exceeded its time limit
  kCrashed,   ///< the process of the run ended early
};
const char* cell_status_name(CellStatus status);

/// Result of a cell.
struct CellRow {
  std::uint64_t key = 0;
  // Determined by the cell.
  CellStatus status = CellStatus::kFinished;
  std::string state_hash;  ///< of the final state; "" unless kFinished
  std::string message;     ///< "" if kFinished
  std::vector<double> metrics;
  // Provenance.
  double seconds = 0;  ///< wall-clock time of the steps
  int attempt = 1;     ///< 2 or more: in a process of its own, after another process ended early
  std::string remark;  ///< last line of a process that ended early
};

/// The row as one line with a checksum and a line break.
std::string row_line(const CellRow& row);

/// True if the line, without its line break, has a correct checksum: it is neither truncated nor
/// damaged.
bool is_whole_line(std::string_view line);

/// Reads a line without its line break. Returns nothing unless row_line() writes the line for some
/// row.
std::optional<CellRow> parse_row(std::string_view line);

/// Returns the reason why a row cannot belong to a study with this number of metrics, or "".
std::string why_not_a_result(const CellRow& row, std::size_t num_metrics);

/// Hash of the data that the cell determines.
std::uint64_t outcome_hash(const CellRow& row);

/// Machine and program that computed the rows of a file: its first line.
struct RowOrigin {
  std::string version;
  std::string binary;     ///< hash of the program and of its library
  std::string host;       ///< name of the machine
  std::string processor;  ///< model
};
std::string origin_line(const RowOrigin& origin);
std::optional<RowOrigin> parse_origin(std::string_view line);

/// The origin of rows that this process computes.
RowOrigin own_origin();

}  // namespace cardan::app
