#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cardan::app {

/// A cell in the middle of its run. Another process continues it with bitwise identical results.
struct CellState {
  std::int64_t step = 0;
  double seconds = 0;              ///< wall-clock time of the steps so far
  std::vector<std::byte> world;    ///< StateSnapshot::bytes
  std::vector<std::byte> metrics;  ///< CellMetrics::memory
};

/// File of the state of a cell.
std::string cell_state_file(const std::string& folder, std::uint64_t key);

/// Writes the file completely or not at all. binary: hash of the program, because another program
/// would give different bits. Throws Error.
void write_cell_state(const std::string& file, const std::string& binary, const CellState& state);

/// Returns nothing if the file does not exist, is damaged, or belongs to another program.
std::optional<CellState> read_cell_state(const std::string& file, const std::string& binary);

}  // namespace cardan::app
