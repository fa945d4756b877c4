#pragma once

#include <vector>

namespace cardan::app {

/// A position in a picture [px].
struct Pixel {
  double x = 0, y = 0;
};

/// Reduces a polyline to the points needed to draw it within `tolerance` [px]; ends and extremes
/// are kept [Ramer 1972; Douglas and Peucker 1973].
std::vector<Pixel> simplified(const std::vector<Pixel>& points, double tolerance);

}  // namespace cardan::app
