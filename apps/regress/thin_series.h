#pragma once

#include <cstdint>
#include <vector>

namespace cardan::app {

/// Thinned samples of a run for a plot: the smallest and the largest value of every section, at
/// most about 2000 in total for a run of any length.
class ThinSeries {
 public:
  /// samples: expected number of samples.
  explicit ThinSeries(std::int64_t samples);

  void add(double time, double value);

  struct Point {
    double time = 0, value = 0;
  };
  /// In the order of time, including the last sample.
  std::vector<Point> points() const;

 private:
  void flush(std::vector<Point>& points) const;

  std::int64_t stretch_, in_stretch_ = 0;
  Point least_, greatest_, last_;
  std::vector<Point> points_;
};

}  // namespace cardan::app
