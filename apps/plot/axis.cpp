#include "apps/plot/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cardan::app {

namespace {

// Beyond these limits, differences overflow or lose their digits.
constexpr double kLargest = 1e300, kLeast = 1e-290;

// 1, 2 or 5 times a power of ten, about five to the range.
double tick_distance(double size) {
  const double rough = size / 5, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

int decade_of(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); }

// As many digits as neighbouring ticks need to differ.
std::string tick_text(double value, double distance, double largest) {
  if (std::abs(value) < 1e-6 * distance) return "0";
  const int fine = decade_of(distance), coarse = decade_of(largest);
  char text[64];
  if (coarse >= -3 && coarse < 6 && fine > -8) {
    std::snprintf(text, sizeof text, "%.*f", std::max(0, -fine), value);
  } else {
    const int digits = std::clamp(decade_of(std::abs(value)) - fine, 0, 15);
    std::snprintf(text, sizeof text, "%.*e", digits, value);
  }
  return text;
}

}  // namespace

void Extent::add(double value) {
  if (!std::isfinite(value)) return;
  value = std::clamp(value, -kLargest, kLargest);
  if (std::abs(value) < kLeast) value = 0;
  lo = std::min(lo, value);
  hi = std::max(hi, value);
  if (value > 0) {
    least_positive = std::min(least_positive, value);
  } else {
    has_zero = true;
  }
}

void Extent::add(const std::vector<double>& values) {
  for (const double value : values) add(value);
}

Axis Axis::linear(const Extent& extent) {
  double lo = extent.lo, hi = extent.hi;
  if (!(lo <= hi)) lo = 0, hi = 1;
  const double size = std::max(std::abs(lo), std::abs(hi));
  // A range that differs only in the last digits counts as constant.
  const bool constant = hi - lo <= 1e-12 * size;
  const double room = constant ? (size > 0 ? 0.5 * size : 1e-3) : 0.04 * (hi - lo);
  return linear(lo - room, hi + room);
}

Axis Axis::linear(double lo, double hi) {
  Axis axis;
  axis.lo_ = lo;
  axis.hi_ = hi;
  axis.make_ticks();
  return axis;
}

Axis Axis::logarithmic(const Extent& extent) {
  Axis axis;
  axis.log_ = true;
  axis.zero_line_ = extent.has_zero;
  const bool positive = extent.least_positive <= extent.hi;
  axis.lo_ = positive ? std::log10(extent.least_positive) : -1;
  axis.hi_ = positive ? std::log10(extent.hi) : 0;
  // At least 0.7 decades, to contain two of the numbers 1, 2, 5.
  const double room = std::max(0.04 * (axis.hi_ - axis.lo_), 0.36);
  axis.lo_ -= room;
  axis.hi_ += room;
  if (axis.zero_line_) axis.lo_ -= 0.08 * (axis.hi_ - axis.lo_);
  axis.make_decades();
  return axis;
}

double Axis::place(double value) const {
  if (std::isnan(value)) return value;
  if (!log_) return std::clamp((value - lo_) / (hi_ - lo_), 0.0, 1.0);
  if (value < kLeast) return 0;
  return std::clamp((std::log10(value) - lo_) / (hi_ - lo_), 0.0, 1.0);
}

void Axis::make_ticks() {
  const double distance = tick_distance(hi_ - lo_);
  const double largest = std::max(std::abs(lo_), std::abs(hi_));
  const double first = std::ceil(lo_ / distance);
  for (int i = 0; i < 12; ++i) {
    const double value = (first + i) * distance;
    if (value > hi_) break;
    ticks_.push_back({value, tick_text(value, distance, largest)});
  }
}

void Axis::make_decades() {
  // The text of the first tick would overlap that of the zero line.
  const double first_text = lo_ + (zero_line_ ? 0.05 * (hi_ - lo_) : 0);
  if (zero_line_) ticks_.push_back({0, "0"});
  const int from = static_cast<int>(std::ceil(lo_)), to = static_cast<int>(std::floor(hi_));
  const int every = std::max(1, (to - from) / 6);
  char text[32];
  for (int decade = from; decade <= to; ++decade) {
    const bool named = decade % every == 0 && decade >= first_text;
    std::snprintf(text, sizeof text, "1e%d", decade);
    if (named || every == 1) ticks_.push_back({std::pow(10, decade), named ? text : ""});
  }
  if (to - from >= 2) return;
  // Few decades: ticks at 2 and 5 in between.
  for (int decade = from - 1; decade <= to; ++decade) {
    for (const int factor : {2, 5}) {
      const double value = factor * std::pow(10, decade), at = std::log10(value);
      if (at < first_text || at > hi_) continue;
      std::snprintf(text, sizeof text, "%de%d", factor, decade);
      ticks_.push_back({value, text});
    }
  }
}

}  // namespace cardan::app
