#pragma once

#include <cstdint>
#include <vector>

namespace cardan::app {

/// Samples of a run for a plot: of every stretch of the run the least and the greatest value, at
/// most about 2000 in all, however long the run is.
class ThinSeries {
 public:
  /// samples: how many will come.
  explicit ThinSeries(std::int64_t samples);

  void add(double time, double value);

  struct Point {
    double time = 0, value = 0;
  };
  /// In the order of time, the last sample included.
  std::vector<Point> points() const;

 private:
  void flush(std::vector<Point>& points) const;

  std::int64_t stretch_, in_stretch_ = 0;
  Point least_, greatest_, last_;
  std::vector<Point> points_;
};

}  // namespace cardan::app
