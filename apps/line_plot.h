#pragma once

#include <string>
#include <vector>

namespace cardan::app {

/// A curve of a plot: points (x, y), in the order they are joined. Points that are not finite end a
/// stroke.
struct Curve {
  std::string label;
  std::vector<double> x, y;
};

/// A chart with labelled axes.
struct Chart {
  std::string title, x_label, y_label;
  bool equal_scale = false;  ///< one unit is as long in x as in y: for paths
  std::vector<Curve> curves;
};

/// Charts side by side as one SVG document with a legend below: text and strokes alone, readable
/// without scripts. The curve number i has the same colour in all charts.
std::string svg_of(const std::vector<Chart>& charts);

}  // namespace cardan::app
