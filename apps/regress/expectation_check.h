#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "apps/regress/case_result.h"
#include "apps/regress/thin_series.h"
#include "cardan/expect_spec.h"

namespace cardan::app {

/// c₀ + c₁ t + c₂ t² …
double polynomial(const std::vector<double>& coefficients, double t);

/// Checks one expectation on a quantity. Processes the samples of a run one by one and stores none
/// of them.
class ExpectationCheck {
 public:
  /// step [s]: times that differ by less than a millionth of it are equal.
  ExpectationCheck(const ExpectSpec& spec, double step);

  /// Call in order of time, including the start. watched: value of the quantity of `when`, if any.
  void sample(double time, double value, double watched);

  /// Single value of the run: the result of the reduction, or the value of the only sample; NaN if
  /// there is none.
  double value() const;
  /// Result, without known failures and without series.
  CaseCheck verdict(const std::string& unit) const;

  struct Sample {
    double time = 0, value = 0;
  };
  struct Worst : Sample {
    double violation = std::numeric_limits<double>::quiet_NaN();  ///< NaN: no sample yet
    double lower = 0, upper = 0;
  };
  /// All data that the check keeps about the samples so far, as plain bytes. A check of the same
  /// expectation in another process can continue from them.
  struct Memory {
    std::int64_t count = 0;
    Sample one;  ///< for kAt and kEvent
    double sum = 0, sum_of_squares = 0;
    Sample least, greatest, last;
    Worst worst;
    double lowest_so_far = std::numeric_limits<double>::infinity();
  };
  const Memory& memory() const { return memory_; }
  void set_memory(const Memory& memory) { memory_ = memory; }

 private:
  bool holds(double watched) const;
  void take(const Sample& sample);
  void weigh(const Sample& sample, Worst& worst) const;
  Sample reduced() const;
  bool single() const;
  bool too_few() const;

  const ExpectSpec* spec_;
  double step_;
  Memory memory_;
};

/// The series with the band of the expectation at the checked samples.
CaseSeries banded_series(const ExpectSpec& spec, const std::string& unit, double step,
                         const std::vector<ThinSeries::Point>& points);

/// "0.347 m"; only the number if the quantity has no unit.
std::string with_unit(double value, const std::string& unit);

}  // namespace cardan::app
