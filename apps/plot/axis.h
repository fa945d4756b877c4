#pragma once

#include <limits>
#include <string>
#include <vector>

namespace cardan::app {

/// The values an axis has to hold; what is not finite does not count.
struct Extent {
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  double least_positive = std::numeric_limits<double>::infinity();
  bool has_zero = false;  ///< or something below

  void add(double value);
  void add(const std::vector<double>& values);
};

struct Tick {
  double value = 0;
  std::string text;  ///< "" for a line without a number
};

/// From values to the place on an axis, 0 at its start and 1 at its end.
class Axis {
 public:
  /// With a little room at both ends; never empty, whatever the extent.
  static Axis linear(const Extent& extent);
  /// Between two bounds, without room.
  static Axis linear(double lo, double hi);
  /// Decades. Where the extent holds zeros the axis begins with a line "0" below the least positive
  /// value.
  static Axis logarithmic(const Extent& extent);

  /// Infinities are the ends; NaN stays.
  double place(double value) const;
  double lo() const { return lo_; }
  double hi() const { return hi_; }
  /// 1, 2 or 5 times a power of ten apart, about five to the axis; decades on a logarithmic one.
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void make_ticks();
  void make_decades();

  bool log_ = false, zero_line_ = false;
  double lo_ = 0, hi_ = 1;  ///< log₁₀ of the values on a logarithmic axis
  std::vector<Tick> ticks_;
};

}  // namespace cardan::app
