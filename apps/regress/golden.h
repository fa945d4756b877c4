#pragma once

#include <string>
#include <vector>

/// Golden trajectories: CSV with a header, "time" first, one quantity per column
/// (docs/regression.md).
namespace cardan::app {

struct GoldenTable {
  std::vector<std::string> columns;         ///< without "time"
  std::vector<double> time;                 ///< [s], ascending
  std::vector<std::vector<double>> values;  ///< per column, as long as time
};

/// Throws Error with file and line for a missing file, a missing header, a first column other than
/// "time", a duplicate column, a row of a different length, a non-finite number, and times that are
/// not ascending.
GoldenTable read_golden(const std::string& file);
GoldenTable parse_golden(const std::string& text, const std::string& file);

/// Formats the table with 12 significant digits.
std::string golden_text(const GoldenTable& table);

/// Describes the changes in a new table, one line per column: largest change, time, old and new
/// value; added and removed columns and times. "" if the texts are equal. old_text "": a new file.
std::string golden_difference(const std::string& old_text, const std::string& new_text,
                              const std::string& file);

}  // namespace cardan::app
