#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/scene/expect_spec.h"
#include "case_result.h"
#include "golden.h"

namespace cardan::app {

/// How a run is sampled: step k ends at k · step.
struct RunGrid {
  double step = 0;         ///< [s]
  std::int64_t steps = 0;  ///< of the run
};

/// Compares the samples of a run with a golden trajectory, or records one.
class GoldenJudge {
 public:
  /// Compares. Throws Error where the file is not to be read, where a row lies after the end of the
  /// run, where two rows belong to one step, where the rows end before what is to be compared, or
  /// where fewer than two come after the start; where: line of the expectation.
  GoldenJudge(const ExpectSpec& spec, const RunGrid& grid, const std::string& where);
  /// Records: a file that is there gives times and columns, columns of the expectation are added;
  /// a new one takes the columns of the expectation and a row every `every` [s].
  static GoldenJudge recorder(const ExpectSpec& spec, const RunGrid& grid, const std::string& where,
                              double every);

  /// The columns, in the order of `values` of sample.
  const std::vector<std::string>& columns() const { return golden_.columns; }

  void sample(std::int64_t step, double time, const std::vector<double>& values);

  /// units: per column. Adds the series of the worst column.
  CaseCheck verdict(const std::vector<std::string>& units, std::vector<CaseSeries>& series) const;
  CaseGolden recorded() const;

 private:
  struct Deviation {
    double ratio = -1, time = 0, measured = 0, golden = 0, tolerance = 0;
  };

  explicit GoldenJudge(const ExpectSpec& spec) : spec_(&spec) {}
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
