#include "apps/sweep/cell_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>

#include "apps/plot/markup.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

constexpr double kPlotWidth = 420, kPlotHeight = 280, kPlotLeft = 72, kPlotTop = 30,
                 kPlotBottom = 46, kScaleWidth = 90, kPolarRadius = 150;

std::string px(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string plotted_number(double value) { return number_text(value, 4); }

/// Builds the text of an SVG element by element.
class SvgText {
 public:
  SvgText(const std::string& title, double width, double height) {
    text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" width=\"" +
            px(width) + "\" height=\"" + px(height) + "\" viewBox=\"0 0 " + px(width) + " " +
            px(height) + "\">\n<title>" + escaped(title) + "</title>\n";
    text_.append("<rect class=\"paper\" width=\"").append(px(width)).append("\" height=\"");
    text_.append(px(height)).append("\" fill=\"none\"/>\n");
    add("<text x=\"" + px(width / 2) +
        "\" y=\"16\" text-anchor=\"middle\" font-weight=\"600\" font-size=\"12\" "
        "font-family=\"sans-serif\">" +
        escaped(title) + "</text>");
  }
  void add(const std::string& element) { text_.append(element).append("\n"); }
  void label(double x, double y, const std::string& text, const char* anchor) {
    add("<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor +
        "\" font-size=\"12\" font-family=\"sans-serif\">" + escaped(text) + "</text>");
  }
  void turned_label(double x, double y, const std::string& text) {
    add("<text transform=\"translate(" + px(x) + " " + px(y) +
        ") rotate(-90)\" text-anchor=\"middle\" font-size=\"12\" font-family=\"sans-serif\">" +
        escaped(text) + "</text>");
  }
  void line(double x1, double y1, double x2, double y2) {
    add("<path class=\"grid\" fill=\"none\" stroke=\"#888\" stroke-width=\"0.6\" d=\"M" + px(x1) +
        " " + px(y1) + "L" + px(x2) + " " + px(y2) + "\"/>");
  }
  void point(double x, double y, const std::string& colour, const std::string& tooltip,
             const std::string& link) {
    std::string element = "<circle class=\"cell\" cx=\"" + px(x) + "\" cy=\"" + px(y) +
                          "\" r=\"3.2\" fill=\"" + colour + "\" fill-opacity=\"0.8\"><title>" +
                          escaped(tooltip) + "</title></circle>";
    if (!link.empty()) element = "<a href=\"" + escaped(link) + "\">" + element + "</a>";
    add(element);
  }
  std::string finished() const { return text_ + "</svg>\n"; }

 private:
  std::string text_;
};

/// Colours of a metric: from dark blue to yellow, in the order of lightness, so that they can also
/// be distinguished without hue.
class ColourScale {
 public:
  explicit ColourScale(const PlotColumn& metric) : name_(label_of(metric)) {
    for (const double value : metric.values) {
      if (!std::isfinite(value)) continue;
      least_ = any_ ? std::min(least_, value) : value;
      greatest_ = any_ ? std::max(greatest_, value) : value;
      any_ = true;
    }
  }
  std::string of(double value) const {
    if (!std::isfinite(value)) return "#888888";
    return at(greatest_ > least_ ? (value - least_) / (greatest_ - least_) : 0.5);
  }
  void draw(SvgText& svg, double x, double y) const {
    constexpr int kSteps = 32;
    constexpr double kHigh = 140;
    for (int i = 0; i < kSteps; ++i) {
      svg.add("<rect x=\"" + px(x) + "\" y=\"" + px(y + kHigh - (i + 1) * kHigh / kSteps) +
              "\" width=\"12\" height=\"" + px(kHigh / kSteps + 0.3) + "\" fill=\"" +
              at((i + 0.5) / kSteps) + "\"/>");
    }
    svg.label(x + 18, y + 10, plotted_number(greatest_), "start");
    svg.label(x + 18, y + kHigh, plotted_number(least_), "start");
    svg.turned_label(x + 30, y + kHigh / 2, name_);
  }

 private:
  // Viridis [van der Walt, Smith 2015] at five points.
  static std::string at(double share) {
    constexpr std::array<std::array<double, 3>, 5> kPoints{
        {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
    const double place = std::clamp(share, 0.0, 1.0) * 4;
    const auto i = std::min<std::size_t>(3, static_cast<std::size_t>(place));
    const double t = place - static_cast<double>(i);
    int rgb[3];
    for (std::size_t c = 0; c < 3; ++c)
      rgb[c] = static_cast<int>(kPoints[i][c] * (1 - t) + kPoints[i + 1][c] * t + 0.5);
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
    return text;
  }

  std::string name_;
  double least_ = 0, greatest_ = 0;
  bool any_ = false;
};

std::string value_text(const PlotColumn& column, std::size_t i) {
  if (column.choices.empty()) return plotted_number(column.values[i]);
  return column.choices[static_cast<std::size_t>(column.values[i])];
}

std::string tooltip_of(const PlotData& data, std::size_t i) {
  std::string text = "cell " + std::to_string(data.cells[i]);
  for (const auto* columns : {&data.parameters, &data.metrics}) {
    for (const PlotColumn& column : *columns)
      text.append("\n").append(label_of(column)).append(" = ").append(value_text(column, i));
  }
  return text;
}

/// A frame with two axes.
class PlotFrame {
 public:
  PlotFrame(const PlotColumn& x, const PlotColumn& y) : x_(axis_of(x)), y_(axis_of(y)) {}

  double x(double value) const { return kPlotLeft + kPlotWidth * x_.axis.place(value); }
  double y(double value) const { return kPlotTop + kPlotHeight * (1 - y_.axis.place(value)); }

  void draw(SvgText& svg, const std::string& x_name, const std::string& y_name) const {
    for (const Tick& tick : x_.ticks) {
      svg.line(x(tick.value), kPlotTop, x(tick.value), kPlotTop + kPlotHeight);
      svg.label(x(tick.value), kPlotTop + kPlotHeight + 16, tick.text, "middle");
    }
    for (const Tick& tick : y_.ticks) {
      svg.line(kPlotLeft, y(tick.value), kPlotLeft + kPlotWidth, y(tick.value));
      svg.label(kPlotLeft - 6, y(tick.value) + 4, tick.text, "end");
    }
    svg.label(kPlotLeft + kPlotWidth / 2, kPlotTop + kPlotHeight + 36, x_name, "middle");
    svg.turned_label(14, kPlotTop + kPlotHeight / 2, y_name);
  }

 private:
  PlotAxis x_, y_;
};

// Means of a metric at the values of a parameter; none if there are many values.
std::map<double, double> means_of(const PlotColumn& parameter, const PlotColumn& metric) {
  constexpr std::size_t kMostValues = 40;
  std::map<double, std::pair<double, int>> sums;
  for (std::size_t i = 0; i < metric.values.size(); ++i) {
    if (!std::isfinite(metric.values[i])) continue;
    auto& [sum, count] = sums[parameter.values[i]];
    sum += metric.values[i];
    ++count;
    if (sums.size() > kMostValues) return {};
  }
  std::map<double, double> means;
  for (const auto& [value, total] : sums) means[value] = total.first / total.second;
  return means;
}

}  // namespace

std::string marginal_svg(const PlotData& data, std::size_t parameter, std::size_t metric,
                         const CellLink& link) {
  const PlotColumn &x = data.parameters[parameter], &y = data.metrics[metric];
  const PlotFrame frame(x, y);
  SvgText svg(y.name + " over " + x.name, kPlotLeft + kPlotWidth + 20,
              kPlotTop + kPlotHeight + kPlotBottom);
  frame.draw(svg, label_of(x), label_of(y));
  for (std::size_t i = 0; i < data.cells.size(); ++i) {
    if (!std::isfinite(y.values[i])) continue;
    svg.point(frame.x(x.values[i]), frame.y(y.values[i]), "#3b528b", tooltip_of(data, i),
              link(data.cells[i]));
  }
  std::string path;
  for (const auto& [value, mean] : means_of(x, y)) {
    path.append(path.empty() ? "M" : "L").append(px(frame.x(value))).append(" ");
    path.append(px(frame.y(mean)));
  }
  if (!path.empty())
    svg.add("<path class=\"c1\" fill=\"none\" stroke=\"#a3360b\" stroke-width=\"2\" d=\"" + path +
            "\"><title>mean</title></path>");
  return svg.finished();
}

std::string pair_svg(const PlotData& data, std::size_t x, std::size_t y, std::size_t metric,
                     const CellLink& link) {
  const PlotColumn &along = data.parameters[x], &up = data.parameters[y];
  const PlotFrame frame(along, up);
  const ColourScale scale(data.metrics[metric]);
  SvgText svg(data.metrics[metric].name, kPlotLeft + kPlotWidth + kScaleWidth,
              kPlotTop + kPlotHeight + kPlotBottom);
  frame.draw(svg, label_of(along), label_of(up));
  for (std::size_t i = 0; i < data.cells.size(); ++i)
    svg.point(frame.x(along.values[i]), frame.y(up.values[i]),
              scale.of(data.metrics[metric].values[i]), tooltip_of(data, i), link(data.cells[i]));
  scale.draw(svg, kPlotLeft + kPlotWidth + 14, kPlotTop + 20);
  return svg.finished();
}

std::string polar_svg(const PlotData& data, std::size_t direction, std::size_t magnitude,
                      std::size_t metric, const CellLink& link) {
  const PlotColumn &angle = data.parameters[direction], &radius = data.parameters[magnitude];
  const ColourScale scale(data.metrics[metric]);
  const double cx = kPolarRadius + 60, cy = kPolarRadius + 50;
  SvgText svg(data.metrics[metric].name + " by direction and magnitude", 2 * cx + kScaleWidth,
              2 * cy);
  Extent extent;
  extent.add(radius.values);
  const Axis axis = Axis::linear(0, std::max(extent.hi, 1e-300) * 1.1);
  for (const Tick& tick : axis.ticks()) {
    if (tick.value <= 0) continue;
    svg.add("<circle class=\"grid\" cx=\"" + px(cx) + "\" cy=\"" + px(cy) + "\" r=\"" +
            px(kPolarRadius * axis.place(tick.value)) +
            "\" fill=\"none\" stroke=\"#888\" stroke-width=\"0.6\"/>");
  }
  svg.label(cx + kPolarRadius + 8, cy + 4, "0", "start");
  svg.label(cx, cy - kPolarRadius - 14, "\u03c0/2", "middle");
  svg.label(cx, cy + kPolarRadius + 34, label_of(radius), "middle");
  // Cells of one direction and magnitude are drawn on a small arc around it.
  std::map<std::pair<double, double>, int> total, drawn;
  for (std::size_t i = 0; i < data.cells.size(); ++i) ++total[{angle.values[i], radius.values[i]}];
  for (std::size_t i = 0; i < data.cells.size(); ++i) {
    const std::pair<double, double> place{angle.values[i], radius.values[i]};
    const int n = total[place], k = drawn[place]++;
    const double r = kPolarRadius * axis.place(place.second);
    const double spread = r > 0 ? std::min(7.0 / r, 0.3 / n) : 0;
    const double a = place.first + spread * (k - 0.5 * (n - 1));
    svg.point(cx + r * std::cos(a), cy - r * std::sin(a), scale.of(data.metrics[metric].values[i]),
              tooltip_of(data, i), link(data.cells[i]));
  }
  // Between the directions of a study with multiples of 22.5°.
  constexpr double kLabelAngle = -7 * std::numbers::pi / 16;
  svg.add("<g class=\"level-text\">");
  for (const Tick& tick : axis.ticks()) {
    const double r = kPolarRadius * axis.place(tick.value);
    if (tick.value > 0)
      svg.label(cx + r * std::cos(kLabelAngle), cy - r * std::sin(kLabelAngle) + 4, tick.text,
                "middle");
  }
  svg.add("</g>");
  scale.draw(svg, 2 * cx + 10, cy - 70);
  return svg.finished();
}

}  // namespace cardan::app
