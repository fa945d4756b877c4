#include "constraint/formulations/directions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardan {

std::vector<Vector2> friction_directions(int d) {
  std::vector<Vector2> E(d);
  for (int j = 0; j < d / 2; ++j) {
    const double angle = 2 * std::numbers::pi * j / d;
    E[j] = {std::cos(angle), std::sin(angle)};
    if (4 * j == d) E[j] = {0, 1};
    E[j + d / 2] = -E[j];
  }
  return E;
}

DirectionPair split_direction(const Vector2& x, int d) {
  const double size = x.norm();
  if (!(size > 0) || !std::isfinite(size)) return {};
  const double delta = 2 * std::numbers::pi / d;
  double angle = std::atan2(x.y(), x.x());
  if (angle < 0) angle += 2 * std::numbers::pi;
  // A tiny negative angle rounds to 2π and belongs to the last pair.
  const int j = std::min(static_cast<int>(angle / delta), d - 1);
  const double theta = std::clamp(angle - j * delta, 0.0, delta);
  return {
      {j, (j + 1) % d},
      {size * std::sin(delta - theta) / std::sin(delta), size * std::sin(theta) / std::sin(delta)}};
}

}  // namespace cardan
