#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "apps/plot/chart.h"
#include "apps/plot/svg.h"

namespace cardan::app {

constexpr double kLeft = 72, kTop = 34, kBottom = 46;  ///< margins of a frame [px]

/// Appearance of a label.
struct Look {
  enum class Kind { kCurve, kDashed, kBand, kMarker };
  Kind kind = Kind::kCurve;
  int number = 0;    ///< number of the stroke
  double width = 2;  ///< width of the stroke [px]
};

/// Looks of the labels, the same in all charts of a document. Strokes are numbered in the order of
/// their first use. Earlier curves are wider, so that coinciding curves remain visible.
class Looks {
 public:
  explicit Looks(const std::vector<Chart>& charts);
  const Look& of(const Curve& curve) const;

 private:
  std::vector<std::pair<std::string, Look>> entries_;
  Look unnamed_;
};

/// Size of the frame of a chart: the wanted size, or a greater height if the labels need it.
FrameSize frame_size(const Chart& chart, const FrameSize& wanted);

/// Width of the labels beside a frame [px].
double label_room(const Chart& chart);

/// Writes a chart whose outer corner is at the origin, with its labels.
void write_chart(std::ostream& out, const Chart& chart, const Looks& looks, const FrameSize& size);

}  // namespace cardan::app
