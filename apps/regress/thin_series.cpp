#include "apps/regress/thin_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardan::app {

namespace {

constexpr std::int64_t kMostStretches = 1000;

}  // namespace

ThinSeries::ThinSeries(std::int64_t samples)
    : stretch_(samples <= 2 * kMostStretches ? 1
                                             : (samples + kMostStretches - 1) / kMostStretches) {}

void ThinSeries::add(double time, double value) {
  last_ = {time, value};
  // NaN is kept like an extreme.
  const double low = std::isnan(value) ? -std::numeric_limits<double>::infinity() : value;
  if (in_stretch_ == 0 || low < least_.value) least_ = last_;
  if (in_stretch_ == 0 || value > greatest_.value) greatest_ = last_;
  if (++in_stretch_ < stretch_) return;
  flush(points_);
  in_stretch_ = 0;
}

void ThinSeries::flush(std::vector<Point>& points) const {
  if (in_stretch_ == 0) return;
  const bool least_first = least_.time < greatest_.time;
  points.push_back(least_first ? least_ : greatest_);
  if (least_.time != greatest_.time) points.push_back(least_first ? greatest_ : least_);
}

std::vector<ThinSeries::Point> ThinSeries::points() const {
  std::vector<Point> points = points_;
  flush(points);
  if (!points.empty() && points.back().time < last_.time) points.push_back(last_);
  return points;
}

}  // namespace cardan::app
