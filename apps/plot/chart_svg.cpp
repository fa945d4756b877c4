#include "plot/chart_svg.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "plot/axis.h"
#include "plot/markup.h"
#include "plot/stroke.h"

namespace cardan::app {

namespace {

constexpr int kColours = 8;         // of svg_style()
constexpr double kTolerance = 0.3;  // of a stroke [px]

/// Maps the numbers of a chart to pixels.
struct Frame {
  Axis x, y;
  FrameSize size;

  Pixel at(double value_x, double value_y) const {
    return {kLeft + x.place(value_x) * size.width, kTop + (1 - y.place(value_y)) * size.height};
  }
};

std::pair<Extent, Extent> extents_of(const Chart& chart) {
  Extent x, y;
  for (const Curve& curve : chart.curves) {
    x.add(curve.x);
    y.add(curve.y);
  }
  for (const ShadedBand& band : chart.bands) {
    x.add(band.x);
    y.add(band.lower);
    y.add(band.upper);
  }
  for (const Marker& marker : chart.markers) {
    x.add(marker.x);
    y.add(marker.y);
  }
  return {x, y};
}

Frame frame_of(const Chart& chart, const FrameSize& size) {
  const auto [x, y] = extents_of(chart);
  Frame frame{Axis::linear(x), chart.log_y ? Axis::logarithmic(y) : Axis::linear(y), size};
  if (!chart.equal_scale) return frame;
  const double scale = std::max((frame.x.hi() - frame.x.lo()) / size.width,
                                (frame.y.hi() - frame.y.lo()) / size.height);
  const auto about_middle = [&](const Axis& axis, double pixels) {
    const double middle = 0.5 * (axis.lo() + axis.hi());
    return Axis::linear(middle - 0.5 * scale * pixels, middle + 0.5 * scale * pixels);
  };
  frame.x = about_middle(frame.x, size.width);
  frame.y = about_middle(frame.y, size.height);
  return frame;
}

/// Where text stands relative to its point.
enum class Anchor { kStart, kMiddle, kEnd };

void write_text(std::ostream& out, const Pixel& at, Anchor anchor, const std::string& text) {
  constexpr const char* kNames[] = {"start", "middle", "end"};
  out << "<text x=\"" << at.x << "\" y=\"" << at.y << "\" text-anchor=\""
      << kNames[static_cast<int>(anchor)] << "\">" << escaped(text) << "</text>\n";
}

void write_axes(std::ostream& out, const Chart& chart, const Frame& frame) {
  const double bottom = kTop + frame.size.height;
  for (const Tick& tick : frame.x.ticks()) {
    const double at = kLeft + frame.x.place(tick.value) * frame.size.width;
    out << "<path class=\"grid\" d=\"M" << at << " " << kTop << "v" << frame.size.height
        << "\"/>\n";
    write_text(out, {at, bottom + 16}, Anchor::kMiddle, tick.text);
  }
  for (const Tick& tick : frame.y.ticks()) {
    const double at = kTop + (1 - frame.y.place(tick.value)) * frame.size.height;
    out << "<path class=\"grid\" d=\"M" << kLeft << " " << at << "h" << frame.size.width
        << "\"/>\n";
    if (!tick.text.empty()) write_text(out, {kLeft - 6, at + 4}, Anchor::kEnd, tick.text);
  }
  out << "<rect class=\"frame\" x=\"" << kLeft << "\" y=\"" << kTop << "\" width=\""
      << frame.size.width << "\" height=\"" << frame.size.height << "\"/>\n";
  const double middle = kLeft + frame.size.width / 2;
  out << "<g class=\"title\">";
  write_text(out, {middle, kTop - 12}, Anchor::kMiddle, chart.title);
  out << "</g>\n";
  write_text(out, {middle, bottom + 36}, Anchor::kMiddle, chart.x_label);
  out << "<g transform=\"translate(14 " << kTop + frame.size.height / 2 << ") rotate(-90)\">";
  write_text(out, {0, 0}, Anchor::kMiddle, chart.y_label);
  out << "</g>\n";
}

void write_stroke(std::ostream& out, std::vector<Pixel>& points) {
  const std::vector<Pixel> few = simplified(points, kTolerance);
  for (std::size_t i = 0; i < few.size(); ++i) {
    out << (i == 0 ? "M" : "L") << few[i].x << " " << few[i].y;
  }
  // A single point is visible by its round ends.
  if (few.size() == 1) out << "h0";
  points.clear();
}

// Repeated colours are first dotted, then dash-dotted.
std::string stroke_classes(const Look& look) {
  const char* round[] = {"curve c", "curve dotted c", "curve chained c"};
  const char* kind =
      look.kind == Look::Kind::kDashed ? "curve dashed c" : round[look.colour / kColours % 3];
  return kind + std::to_string(look.colour % kColours);
}

void write_curve(std::ostream& out, const Curve& curve, const Frame& frame, const Look& look) {
  out << "<path class=\"" << stroke_classes(look) << "\" stroke-width=\"" << look.width
      << "\" d=\"";
  std::vector<Pixel> stroke;
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isfinite(curve.x[i]) && std::isfinite(curve.y[i])) {
      stroke.push_back(frame.at(curve.x[i], curve.y[i]));
    } else if (!stroke.empty()) {
      write_stroke(out, stroke);
    }
  }
  if (!stroke.empty()) write_stroke(out, stroke);
  out << "\"/>\n";
}

// Along the upper bound, and back along the lower one.
void write_shade(std::ostream& out, std::vector<Pixel>& lower, std::vector<Pixel>& upper) {
  constexpr double kBar = 4;  // half the width of a bar [px]
  if (lower.size() == 1) {
    lower = {{lower[0].x - kBar, lower[0].y}, {lower[0].x + kBar, lower[0].y}};
    upper = {{upper[0].x - kBar, upper[0].y}, {upper[0].x + kBar, upper[0].y}};
  }
  std::vector<Pixel> outline = simplified(upper, kTolerance);
  const std::vector<Pixel> back = simplified(lower, kTolerance);
  outline.insert(outline.end(), back.rbegin(), back.rend());
  for (std::size_t i = 0; i < outline.size(); ++i) {
    out << (i == 0 ? "M" : "L") << outline[i].x << " " << outline[i].y;
  }
  out << "Z";
  lower.clear();
  upper.clear();
}

void write_band(std::ostream& out, const ShadedBand& band, const Frame& frame) {
  out << "<path class=\"band\" d=\"";
  std::vector<Pixel> lower, upper;
  const std::size_t count = std::min({band.x.size(), band.lower.size(), band.upper.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const bool there =
        std::isfinite(band.x[i]) && !std::isnan(band.lower[i]) && !std::isnan(band.upper[i]);
    if (there) {
      lower.push_back(frame.at(band.x[i], band.lower[i]));
      upper.push_back(frame.at(band.x[i], band.upper[i]));
    } else if (!lower.empty()) {
      write_shade(out, lower, upper);
    }
  }
  if (!lower.empty()) write_shade(out, lower, upper);
  out << "\"/>\n";
}

void write_marker(std::ostream& out, const Marker& marker, const Frame& frame) {
  if (!std::isfinite(marker.x) || !std::isfinite(marker.y)) return;
  const Pixel at = frame.at(marker.x, marker.y);
  out << "<circle class=\"marker\" cx=\"" << at.x << "\" cy=\"" << at.y << "\" r=\"6\"/>\n";
}

}  // namespace

Legend::Legend(const std::vector<Chart>& charts) {
  for (const Chart& chart : charts) {
    for (const Curve& curve : chart.curves) {
      add(curve.label, curve.dashed ? Look::Kind::kDashed : Look::Kind::kCurve);
    }
  }
  const int strokes = static_cast<int>(entries.size());
  for (auto& [label, look] : entries) {
    look.width = 1.5 + 0.8 * std::min(strokes - 1 - look.colour, 3);
  }
  for (const Chart& chart : charts) {
    for (const ShadedBand& band : chart.bands) add(band.label, Look::Kind::kBand);
    for (const Marker& marker : chart.markers) add(marker.label, Look::Kind::kMarker);
  }
}

void Legend::add(const std::string& label, Look::Kind kind) {
  if (label.empty()) return;
  for (const auto& [name, look] : entries) {
    if (name == label && look.kind == kind) return;
  }
  entries.push_back({label, {kind, static_cast<int>(entries.size())}});
}

const Look& Legend::look(const std::string& label, Look::Kind kind) const {
  for (const auto& [name, look] : entries) {
    if (name == label && look.kind == kind) return look;
  }
  return unnamed_;
}

void write_chart(std::ostream& out, const Chart& chart, const Legend& legend,
                 const FrameSize& size) {
  const Frame frame = frame_of(chart, size);
  for (const ShadedBand& band : chart.bands) write_band(out, band, frame);
  write_axes(out, chart, frame);
  for (const Curve& curve : chart.curves) {
    const Look::Kind kind = curve.dashed ? Look::Kind::kDashed : Look::Kind::kCurve;
    write_curve(out, curve, frame, legend.look(curve.label, kind));
  }
  for (const Marker& marker : chart.markers) write_marker(out, marker, frame);
}

void write_legend(std::ostream& out, const Legend& legend, double top) {
  double y = top + 12;
  for (const auto& [label, look] : legend.entries) {
    if (look.kind == Look::Kind::kBand) {
      out << "<path class=\"band\" d=\"M" << kLeft << " " << y - 9 << "h24v10h-24z\"/>\n";
    } else if (look.kind == Look::Kind::kMarker) {
      out << "<circle class=\"marker\" cx=\"" << kLeft + 12 << "\" cy=\"" << y - 4
          << "\" r=\"6\"/>\n";
    } else {
      out << "<path class=\"" << stroke_classes(look) << "\" stroke-width=\"" << look.width
          << "\" d=\"M" << kLeft << " " << y - 4 << "h24\"/>\n";
    }
    write_text(out, {kLeft + 32, y}, Anchor::kStart, label);
    y += kLegendLine;
  }
}

}  // namespace cardan::app
