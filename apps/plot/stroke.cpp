#include "apps/plot/stroke.h"

#include <algorithm>
#include <cmath>

namespace cardan::app {

namespace {

// Distance of p from the segment from a to b [px].
double distance(const Pixel& p, const Pixel& a, const Pixel& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  double s = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
  s = std::clamp(s, 0.0, 1.0);
  return std::hypot(p.x - a.x - s * dx, p.y - a.y - s * dy);
}

}  // namespace

std::vector<Pixel> simplified(const std::vector<Pixel>& points, double tolerance) {
  if (points.size() < 3) return points;
  std::vector<bool> kept(points.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, points.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    double worst = tolerance;
    std::size_t farthest = first;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double off = distance(points[i], points[first], points[last]);
      if (off > worst) {
        worst = off;
        farthest = i;
      }
    }
    if (farthest == first) continue;
    kept[farthest] = true;
    open.emplace_back(first, farthest);
    open.emplace_back(farthest, last);
  }
  std::vector<Pixel> few;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (kept[i]) few.push_back(points[i]);
  }
  return few;
}

}  // namespace cardan::app
