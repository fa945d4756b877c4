#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/regress/case_result.h"
#include "apps/regress/golden.h"
#include "cardan/expect_spec.h"

namespace cardan::app {

/// Sampling of a run: step k ends at k · step.
struct RunGrid {
  double step = 0;         ///< [s]
  std::int64_t steps = 0;  ///< number of steps of the run
};

/// Compares the samples of a run with a golden trajectory, or records one.
class GoldenCheck {
 public:
  /// Creates a check that compares. Throws Error if the file is unreadable, if a row is after the
  /// end of the run, if two rows belong to the same step, if the rows end before the end of the
  /// comparison, or if fewer than two rows follow the start. where: line of the expectation.
  GoldenCheck(const ExpectSpec& spec, const RunGrid& grid, const std::string& where);
  /// Creates a check that records. If the file exists, its times and columns are used, and missing
  /// columns of the expectation are added. A new file has the columns of the expectation and one
  /// row per interval `every` [s].
  static GoldenCheck recorder(const ExpectSpec& spec, const RunGrid& grid, const std::string& where,
                              double every);

  /// Columns, in the order of `values` in sample.
  const std::vector<std::string>& columns() const { return golden_.columns; }

  void sample(std::int64_t step, double time, const std::vector<double>& values);

  /// units: per column. Adds the series of the worst column.
  CaseCheck verdict(const std::vector<std::string>& units, std::vector<CaseSeries>& series) const;
  CaseGolden recorded() const;

 private:
  struct Deviation {
    double ratio = -1, time = 0, measured = 0, golden = 0, tolerance = 0;
  };

  explicit GoldenCheck(const ExpectSpec& spec) : spec_(&spec) {}
  void prepare(const RunGrid& grid, const std::string& where);
  void add_columns();
  void take_new_rows(const RunGrid& grid, const std::string& where, double every);
  void take_tolerances(const std::string& where);
  void align(const RunGrid& grid, const std::string& where);
  void require_enough(const RunGrid& grid, const std::string& where) const;
  double tolerance_of(std::size_t column, double golden) const;
  Deviation worst_of(std::size_t column) const;
  CaseSeries series_of(std::size_t column, const std::string& unit) const;

  const ExpectSpec* spec_;
  GoldenTable golden_;
  std::vector<double> rtol_, atol_;  ///< per column
  std::vector<std::int64_t> row_step_;
  GoldenTable measured_;
};

}  // namespace cardan::app
