#pragma once

#include <string>
#include <vector>

namespace cardan::app {

/// Curve of a plot through the points (x, y) in their order. A non-finite point interrupts the
/// curve. Curves with the same label have the same colour in all charts of a document.
struct Curve {
  std::string label;
  std::vector<double> x, y;
  bool dashed = false;  ///< for a reference
};

/// Allowed range of a curve, shaded between two bounds. An infinite bound extends to the edge of
/// the chart. A NaN bound interrupts the shading; a single point becomes a bar.
struct ShadedBand {
  std::string label;
  std::vector<double> x, lower, upper;
};

/// A highlighted point.
struct Marker {
  std::string label;
  double x = 0, y = 0;
};

/// A horizontal line, such as a tolerance.
struct Level {
  std::string label;
  double y = 0;
};

/// A chart with labelled axes. Curves, bands and markers are labelled beside the frame.
struct Chart {
  std::string title, x_label, y_label;
  bool equal_scale = false;  ///< same scale in x and y: for paths
  bool log_y = false;        ///< logarithmic axis; values of 0 or below are drawn on the line "0"
  std::vector<Curve> curves = {};
  std::vector<ShadedBand> bands = {};
  std::vector<Marker> markers = {};
  std::vector<Level> levels = {};
  std::string description = {};  ///< text alternative for the plot
};

}  // namespace cardan::app
