#pragma once

#include <vector>

namespace cardan::app {

/// A place in a picture [px].
struct Pixel {
  double x = 0, y = 0;
};

/// The points of a stroke that are needed to draw it within `tolerance` [px], ends and extremes
/// among them [Ramer 1972; Douglas and Peucker 1973].
std::vector<Pixel> simplified(const std::vector<Pixel>& points, double tolerance);

}  // namespace cardan::app
