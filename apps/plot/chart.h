#pragma once

#include <string>
#include <vector>

namespace cardan::app {

/// A curve of a plot: points (x, y), in the order they are joined. Points that are not finite end a
/// stroke. Curves of one label have one colour in all charts of a document.
struct Curve {
  std::string label;
  std::vector<double> x, y;
  bool dashed = false;  ///< a reference
};

/// Allowed range of a curve, shaded between two bounds. An infinite bound is open to the edge of
/// the chart; a NaN bound ends the shading, and a point alone becomes a bar.
struct ShadedBand {
  std::string label;
  std::vector<double> x, lower, upper;
};

/// A point that the eye should find.
struct Marker {
  std::string label;
  double x = 0, y = 0;
};

/// A chart with labelled axes.
struct Chart {
  std::string title, x_label, y_label;
  bool equal_scale = false;  ///< one unit is as long in x as in y: for paths
  bool log_y = false;        ///< decades; what is not above 0 stands on the line "0"
  std::vector<Curve> curves = {};
  std::vector<ShadedBand> bands = {};
  std::vector<Marker> markers = {};
  std::string description = {};  ///< for readers who cannot see the plot
};

}  // namespace cardan::app
