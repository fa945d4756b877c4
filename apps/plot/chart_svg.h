#pragma once

#include <iosfwd>
#include <map>
#include <string>

#include "plot/chart.h"
#include "plot/svg.h"

namespace cardan::app {

constexpr double kLeft = 72, kRight = 16, kTop = 34, kBottom = 46;  ///< margins of a frame [px]
constexpr double kLegendLine = 18;                                  ///< [px]

/// Appearance of a label, in the charts and in the legend.
struct Look {
  enum class Kind { kCurve, kDashed, kBand, kMarker };
  Kind kind = Kind::kCurve;
  int colour = 0;    ///< index of the colour
  double width = 2;  ///< of a stroke [px]
};

/// Labels in the order of their first use.
struct Legend {
  std::vector<std::pair<std::string, Look>> entries;

  /// Adds every labelled curve, band and marker. Earlier curves are wider, so that coinciding
  /// curves remain visible.
  explicit Legend(const std::vector<Chart>& charts);
  const Look& look(const std::string& label, Look::Kind kind) const;
  double height() const { return 6 + kLegendLine * static_cast<double>(entries.size()); }

 private:
  void add(const std::string& label, Look::Kind kind);

  Look unnamed_;
};

/// Writes a chart whose outer corner is at (left, top) [px].
void write_chart(std::ostream& out, const Chart& chart, const Legend& legend,
                 const FrameSize& size);

/// Writes the legend below the charts.
void write_legend(std::ostream& out, const Legend& legend, double top);

}  // namespace cardan::app
