#include "line_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace cardan::app {

namespace {

constexpr double kWidth = 460, kHeight = 340;                       // of a chart's frame [px]
constexpr double kLeft = 64, kRight = 20, kTop = 36, kBottom = 48;  // margins around it [px]
constexpr double kLegendLine = 18;                                  // [px]

// Distinct also to who sees no red and green [Okabe, Ito 2008].
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#000000", "#8c6d31"};

const char* colour(std::size_t i) { return kColours[i % std::size(kColours)]; }

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

struct Range {
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;

  void add(const std::vector<double>& values) {
    for (const double x : values) {
      if (!std::isfinite(x)) continue;
      lo = std::min(lo, x);
      hi = std::max(hi, x);
    }
  }
  // Room around the curves; never empty.
  void widen() {
    if (!(lo <= hi)) lo = 0, hi = 1;
    const double room = hi > lo ? 0.04 * (hi - lo) : std::max(0.5 * std::abs(lo), 1e-3);
    lo -= room;
    hi += room;
  }
  double size() const { return hi - lo; }
};

// 1, 2 or 5 times a power of ten, about five to the range.
double tick_distance(double size) {
  const double rough = size / 5, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) return factor * power;
  }
  return 10 * power;
}

/// Earlier curves are wider, so that those that lie on each other are all seen [px].
double stroke_width(std::size_t index, std::size_t count) {
  const std::size_t later = std::min<std::size_t>(count - 1 - index, 4);
  return 1.4 + 0.9 * static_cast<double>(later);
}

/// Where a chart stands and how its numbers become pixels.
struct Frame {
  double left = 0;
  Range x, y;

  double px(double value) const { return left + kLeft + (value - x.lo) / x.size() * kWidth; }
  double py(double value) const { return kTop + (y.hi - value) / y.size() * kHeight; }
};

Frame frame_of(const Chart& chart, double left) {
  Frame frame;
  frame.left = left;
  for (const Curve& curve : chart.curves) {
    frame.x.add(curve.x);
    frame.y.add(curve.y);
  }
  frame.x.widen();
  frame.y.widen();
  if (!chart.equal_scale) return frame;
  const double scale = std::max(frame.x.size() / kWidth, frame.y.size() / kHeight);
  for (const auto& [range, pixels] : {std::pair(&frame.x, kWidth), std::pair(&frame.y, kHeight)}) {
    const double middle = 0.5 * (range->lo + range->hi);
    range->lo = middle - 0.5 * scale * pixels;
    range->hi = middle + 0.5 * scale * pixels;
  }
  return frame;
}

/// Where text stands relative to its point.
enum class Anchor { kStart, kMiddle, kEnd };

void write_text(std::ostream& out, double x, double y, Anchor anchor, const std::string& text) {
  constexpr const char* kNames[] = {"start", "middle", "end"};
  out << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\""
      << kNames[static_cast<int>(anchor)] << "\">" << escaped(text) << "</text>\n";
}

std::string tick_text(double value) {
  std::ostringstream text;
  text << (value == 0 ? 0.0 : value);  // never -0
  return text.str();
}

void write_axes(std::ostream& out, const Chart& chart, const Frame& frame) {
  const double left = frame.left + kLeft, bottom = kTop + kHeight;
  out << "<rect class=\"frame\" x=\"" << left << "\" y=\"" << kTop << "\" width=\"" << kWidth
      << "\" height=\"" << kHeight << "\"/>\n";
  const double step_x = tick_distance(frame.x.size()), step_y = tick_distance(frame.y.size());
  for (double i = std::ceil(frame.x.lo / step_x); i * step_x <= frame.x.hi; ++i) {
    const double at = frame.px(i * step_x);
    out << "<path class=\"grid\" d=\"M" << at << " " << kTop << "v" << kHeight << "\"/>\n";
    write_text(out, at, bottom + 16, Anchor::kMiddle, tick_text(i * step_x));
  }
  for (double i = std::ceil(frame.y.lo / step_y); i * step_y <= frame.y.hi; ++i) {
    const double at = frame.py(i * step_y);
    out << "<path class=\"grid\" d=\"M" << left << " " << at << "h" << kWidth << "\"/>\n";
    write_text(out, left - 6, at + 4, Anchor::kEnd, tick_text(i * step_y));
  }
  write_text(out, left + kWidth / 2, kTop - 14, Anchor::kMiddle, chart.title);
  write_text(out, left + kWidth / 2, bottom + 36, Anchor::kMiddle, chart.x_label);
  out << "<g transform=\"translate(" << frame.left + 14 << " " << kTop + kHeight / 2
      << ") rotate(-90)\">";
  write_text(out, 0, 0, Anchor::kMiddle, chart.y_label);
  out << "</g>\n";
}

void write_curve(std::ostream& out, const Chart& chart, const Frame& frame, std::size_t index) {
  const Curve& curve = chart.curves[index];
  // Points nearer to the one before than this are not seen [px].
  constexpr double kSeen = 0.7;
  out << "<path class=\"curve\" stroke=\"" << colour(index) << "\" stroke-width=\""
      << stroke_width(index, chart.curves.size()) << "\" d=\"";
  bool drawing = false;
  double last_x = 0, last_y = 0;
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) {
      drawing = false;
      continue;
    }
    const double x = frame.px(curve.x[i]), y = frame.py(curve.y[i]);
    if (drawing && i + 1 < count && std::hypot(x - last_x, y - last_y) < kSeen) continue;
    out << (drawing ? "L" : "M") << x << " " << y;
    drawing = true;
    last_x = x;
    last_y = y;
  }
  out << "\"/>\n";
}

void write_legend(std::ostream& out, const Chart& chart) {
  double y = kTop + kHeight + kBottom + 14;
  for (std::size_t i = 0; i < chart.curves.size(); ++i, y += kLegendLine) {
    out << "<path class=\"curve\" stroke=\"" << colour(i) << "\" stroke-width=\""
        << stroke_width(i, chart.curves.size()) << "\" d=\"M" << kLeft << " " << y - 4
        << "h24\"/>\n";
    write_text(out, kLeft + 32, y, Anchor::kStart, chart.curves[i].label);
  }
}

}  // namespace

std::string svg_of(const std::vector<Chart>& charts) {
  const double chart_width = kLeft + kWidth + kRight;
  const std::size_t curves = charts.empty() ? 0 : charts.front().curves.size();
  const double width = chart_width * static_cast<double>(std::max<std::size_t>(charts.size(), 1));
  const double height = kTop + kHeight + kBottom + 20 + kLegendLine * static_cast<double>(curves);
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "\" height=\"" << height
      << "\" viewBox=\"0 0 " << width << " " << height
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
         "<style>.frame{fill:none;stroke:#444}.grid{stroke:#ddd}"
         ".curve{fill:none}</style>\n"
         "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  double left = 0;
  for (const Chart& chart : charts) {
    const Frame frame = frame_of(chart, left);
    write_axes(out, chart, frame);
    for (std::size_t i = 0; i < chart.curves.size(); ++i) write_curve(out, chart, frame, i);
    left += chart_width;
  }
  if (!charts.empty()) write_legend(out, charts.front());
  out << "</svg>\n";
  return out.str();
}

}  // namespace cardan::app
