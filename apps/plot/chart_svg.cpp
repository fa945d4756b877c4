#include "apps/plot/chart_svg.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string_view>

#include "apps/plot/axis.h"
#include "apps/plot/label_places.h"
#include "apps/plot/markup.h"
#include "apps/plot/palette.h"
#include "apps/plot/stroke.h"
#include "apps/printable_text.h"

namespace cardan::app {

namespace {

constexpr double kTolerance = 0.3;  // tolerance of a stroke [px]
constexpr double kLabelLine = 15;   // [px]
constexpr double kLabelStart = 32;  // start of the text of a label, measured from the frame [px]
constexpr double kCharacter = 7.0;  // mean width [px]
constexpr std::size_t kMostCharacters = 30;

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
  for (const Level& level : chart.levels) y.add(level.y);
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
      << frame.size.width << "\" height=\"" << frame.size.height << "\" data-x=\"" << frame.x.lo()
      << " " << frame.x.hi() << "\" data-y=\"" << frame.y.lo() << " " << frame.y.hi() << "\"/>\n";
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

std::string stroke_classes(const Look& look) {
  const std::string classes = "curve " + stroke_class(look.number);
  return look.kind == Look::Kind::kDashed ? classes + " dashed" : classes;
}

void write_curve(std::ostream& out, const Curve& curve, const Frame& frame, const Look& look) {
  out << "<path class=\"" << stroke_classes(look) << "\" data-curve=\"" << look.number
      << "\" stroke-width=\"" << look.width << "\" d=\"";
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

// Above the line, or below it at the top of the frame, at its left end: away from the labels of the
// curves.
void write_level(std::ostream& out, const Level& level, const Frame& frame) {
  const Pixel at = frame.at(frame.x.lo(), level.y);
  out << "<path class=\"level\" d=\"M" << kLeft << " " << at.y << "h" << frame.size.width
      << "\"/>\n<g class=\"level-text\">";
  const double lift = at.y - kTop < 18 ? 13 : -5;
  write_text(out, {kLeft + 5, at.y + lift}, Anchor::kStart, level.label);
  out << "</g>\n";
}

/// A label beside the frame: its text, what it belongs to, and the point that it labels.
struct SideLabel {
  std::string text;
  Look look;
  Pixel point;
};

std::size_t characters_of(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(std::max<std::size_t>(1, character_length(text)));
    ++count;
  }
  return count;
}

// The first and the last `half` characters of a long text. Names of pairs differ at both ends.
std::string shortened_label(const std::string& text) {
  const std::size_t count = characters_of(text), half = (kMostCharacters - 1) / 2;
  if (count <= kMostCharacters) return text;
  std::string start, end;
  std::string_view rest = text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t length = std::max<std::size_t>(1, character_length(rest));
    if (i < half) start.append(rest.substr(0, length));
    if (i + half >= count) end.append(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  return start.append("…").append(end);
}

// Texts of the labels of a chart, with those of bands once.
std::vector<std::string> label_texts(const Chart& chart) {
  std::vector<std::string> texts;
  for (const Curve& curve : chart.curves) texts.push_back(curve.label);
  for (const ShadedBand& band : chart.bands) texts.push_back(band.label);
  for (const Marker& marker : chart.markers) texts.push_back(marker.label);
  return texts;
}

// The last point that is drawn; the middle of the right edge if there is none.
Pixel end_of(const Curve& curve, const Frame& frame) {
  for (std::size_t i = std::min(curve.x.size(), curve.y.size()); i-- > 0;) {
    if (std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]))
      return frame.at(curve.x[i], curve.y[i]);
  }
  return {kLeft + frame.size.width, kTop + 0.5 * frame.size.height};
}

Pixel end_of(const ShadedBand& band, const Frame& frame) {
  const Pixel edge{kLeft + frame.size.width, kTop + 0.5 * frame.size.height};
  for (std::size_t i = std::min({band.x.size(), band.lower.size(), band.upper.size()}); i-- > 0;) {
    if (!std::isfinite(band.x[i]) || std::isnan(band.lower[i]) || std::isnan(band.upper[i]))
      continue;
    const Pixel low = frame.at(band.x[i], band.lower[i]), high = frame.at(band.x[i], band.upper[i]);
    return {high.x, 0.5 * (low.y + high.y)};
  }
  return edge;
}

std::vector<SideLabel> side_labels(const Chart& chart, const Frame& frame, const Looks& looks) {
  std::vector<SideLabel> labels;
  for (const Curve& curve : chart.curves)
    labels.push_back({curve.label, looks.of(curve), end_of(curve, frame)});
  for (const ShadedBand& band : chart.bands)
    labels.push_back({band.label, {Look::Kind::kBand}, end_of(band, frame)});
  for (const Marker& marker : chart.markers) {
    if (!std::isfinite(marker.x) || !std::isfinite(marker.y)) continue;
    labels.push_back({marker.label, {Look::Kind::kMarker}, frame.at(marker.x, marker.y)});
  }
  std::erase_if(labels, [](const SideLabel& label) { return label.text.empty(); });
  return labels;
}

// The look of the labelled thing, a thin line to its point, and its name.
void write_label(std::ostream& out, const SideLabel& label, double right, double y) {
  const bool is_stroke =
      label.look.kind == Look::Kind::kCurve || label.look.kind == Look::Kind::kDashed;
  out << "<g class=\"label\"";
  if (is_stroke) out << " data-curve=\"" << label.look.number << "\"";
  out << "><title>" << escaped(label.text) << "</title><path class=\"leader\" d=\"M"
      << label.point.x << " " << label.point.y << "L" << right + 5 << " " << y << "\"/>\n";
  if (label.look.kind == Look::Kind::kBand) {
    out << "<path class=\"band\" d=\"M" << right + 5 << " " << y - 5 << "h22v10h-22z\"/>\n";
  } else if (label.look.kind == Look::Kind::kMarker) {
    out << "<circle class=\"marker\" cx=\"" << right + 16 << "\" cy=\"" << y << "\" r=\"5\"/>\n";
  } else {
    out << "<path class=\"" << stroke_classes(label.look) << "\" stroke-width=\"2.5\" d=\"M"
        << right + 5 << " " << y << "h22\"/>\n";
  }
  write_text(out, {right + kLabelStart, y + 4}, Anchor::kStart, shortened_label(label.text));
  out << "</g>\n";
}

void write_labels(std::ostream& out, const Chart& chart, const Frame& frame, const Looks& looks) {
  const std::vector<SideLabel> labels = side_labels(chart, frame, looks);
  std::vector<double> wanted;
  for (const SideLabel& label : labels) wanted.push_back(label.point.y);
  const std::vector<double> places =
      label_places(wanted, kLabelLine, kTop + 6, kTop + frame.size.height - 4);
  for (std::size_t i = 0; i < labels.size(); ++i)
    write_label(out, labels[i], kLeft + frame.size.width, places[i]);
}

}  // namespace

std::string stroke_class(int number) {
  constexpr int kCount = static_cast<int>(kHues.size());
  constexpr const char* kDashes[] = {"", " dotted", " chained", " long"};
  std::string text = "c";
  return text.append(std::to_string(number % kCount)).append(kDashes[number / kCount % 4]);
}

Looks::Looks(const std::vector<Chart>& charts) {
  for (const Chart& chart : charts) {
    for (const Curve& curve : chart.curves) {
      const Look::Kind kind = curve.dashed ? Look::Kind::kDashed : Look::Kind::kCurve;
      const bool known = std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) {
        return entry.first == curve.label && entry.second.kind == kind;
      });
      if (!known) entries_.push_back({curve.label, {kind, static_cast<int>(entries_.size())}});
    }
  }
  const int strokes = static_cast<int>(entries_.size());
  for (auto& [label, look] : entries_)
    look.width = 1.5 + 0.8 * std::min(strokes - 1 - look.number, 3);
}

const Look& Looks::of(const Curve& curve) const {
  const Look::Kind kind = curve.dashed ? Look::Kind::kDashed : Look::Kind::kCurve;
  for (const auto& [label, look] : entries_) {
    if (label == curve.label && look.kind == kind) return look;
  }
  return unnamed_;
}

FrameSize frame_size(const Chart& chart, const FrameSize& wanted) {
  const double labels = static_cast<double>(label_texts(chart).size());
  return {wanted.width, std::max(wanted.height, kLabelLine * labels)};
}

double label_room(const Chart& chart) {
  std::size_t most = 0;
  for (const std::string& text : label_texts(chart))
    most = std::max(most, std::min(characters_of(text), kMostCharacters));
  return most == 0 ? 16 : kLabelStart + kCharacter * static_cast<double>(most) + 8;
}

void write_chart(std::ostream& out, const Chart& chart, const Looks& looks, const FrameSize& size) {
  const Frame frame = frame_of(chart, size);
  for (const ShadedBand& band : chart.bands) write_band(out, band, frame);
  write_axes(out, chart, frame);
  for (const Curve& curve : chart.curves) write_curve(out, curve, frame, looks.of(curve));
  for (const Level& level : chart.levels) write_level(out, level, frame);
  for (const Marker& marker : chart.markers) write_marker(out, marker, frame);
  write_labels(out, chart, frame, looks);
}

}  // namespace cardan::app
