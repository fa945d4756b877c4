#pragma once

#include <limits>
#include <string>
#include <vector>

namespace cardan::app {

/// Range of values on an axis; non-finite values are ignored.
struct Extent {
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  double least_positive = std::numeric_limits<double>::infinity();
  bool has_zero = false;  ///< true if there is a value of 0 or below

  void add(double value);
  void add(const std::vector<double>& values);
};

struct Tick {
  double value = 0;
  std::string text;  ///< "": a line without a number
};

/// Maps values to positions on an axis, from 0 at its start to 1 at its end.
class Axis {
 public:
  /// Adds a margin at both ends. The range of the axis is never empty, whatever the extent.
  static Axis linear(const Extent& extent);
  /// Covers the range between two bounds, without margins.
  static Axis linear(double lo, double hi);
  /// Logarithmic axis. If the extent contains zeros, the axis starts with a line "0" below the
  /// smallest positive value.
  static Axis logarithmic(const Extent& extent);

  /// Infinities map to the ends; NaN stays NaN.
  double place(double value) const;
  double lo() const { return lo_; }
  double hi() const { return hi_; }
  /// About five ticks, spaced by 1, 2 or 5 times a power of ten; decades on a logarithmic axis.
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void make_ticks();
  void make_decades();

  bool log_ = false, zero_line_ = false;
  double lo_ = 0, hi_ = 1;  ///< log₁₀ of the values on a logarithmic axis
  std::vector<Tick> ticks_;
};

}  // namespace cardan::app
