#pragma once

#include <string>
#include <vector>

/// Golden trajectories: CSV with a header, "time" first, one quantity a column
/// (docs/regression.md).
namespace cardan::app {

struct GoldenTable {
  std::vector<std::string> columns;         ///< without "time"
  std::vector<double> time;                 ///< [s], ascending
  std::vector<std::vector<double>> values;  ///< per column, as long as time
};

/// Throws Error with file and line: no such file, no header, "time" not first, a column twice, a
/// row of another length, what is not a finite number, times that do not ascend.
GoldenTable read_golden(const std::string& file);
GoldenTable parse_golden(const std::string& text, const std::string& file);

/// With 12 significant digits.
std::string golden_text(const GoldenTable& table);

/// Changes of a new table, a line for each column: the largest change, when, from what to what;
/// columns and times that come or go. "" if the texts are equal. old_text "": a new file.
std::string golden_difference(const std::string& old_text, const std::string& new_text,
                              const std::string& file);

}  // namespace cardan::app
