#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plot/axis.h"
#include "plot/markup.h"
#include "plot/stroke.h"
#include "plot/svg.h"
#include "support/markup_count.h"

namespace cardan::app {
namespace {

using test::MarkupCount;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Chart chart_with(std::vector<double> x, std::vector<double> y) {
  Chart chart{"height", "time [s]", "height [m]"};
  chart.curves.push_back({"measured", std::move(x), std::move(y)});
  return chart;
}

// The numbers of the ticks of the y axis, in the order of the axis.
std::vector<std::string> tick_texts(const Axis& axis) {
  std::vector<std::string> texts;
  for (const Tick& tick : axis.ticks()) texts.push_back(tick.text);
  return texts;
}

Extent extent_of(const std::vector<double>& values) {
  Extent extent;
  extent.add(values);
  return extent;
}

TEST(Markup, EscapesMarkupAndInvalidText) {
  EXPECT_EQ(escaped("a<b>&\"c\"'"), "a&lt;b&gt;&amp;&quot;c&quot;&#39;");
  EXPECT_EQ(escaped("\xc2\xb5 \xe2\x89\xa4 \xf0\x9f\x98\x80"),
            "\xc2\xb5 \xe2\x89\xa4 \xf0\x9f\x98\x80");
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(escaped(std::string("a\x01") + '\0' + "b"), "a" + bad + bad + "b");
  EXPECT_EQ(escaped("\xff"), bad);
  EXPECT_EQ(escaped("\xc3"), bad);                      // cut off
  EXPECT_EQ(escaped("\xc0\xaf"), bad + bad);            // overlong
  EXPECT_EQ(escaped("\xed\xa0\x80"), bad + bad + bad);  // surrogate
  EXPECT_EQ(escaped("\xef\xbf\xbf"), bad + bad + bad);  // U+FFFF
}

TEST(Axis, TicksAreOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_EQ(tick_texts(Axis::linear(extent_of({0, 1}))),
            (std::vector<std::string>{"0", "0.5", "1.0"}));
  EXPECT_EQ(tick_texts(Axis::linear(-2, 2)), (std::vector<std::string>{"-2", "-1", "0", "1", "2"}));
  // Neighbours differ in their text.
  EXPECT_EQ(tick_texts(Axis::linear(1000, 1000.004)),
            (std::vector<std::string>{"1000.000", "1000.001", "1000.002", "1000.003", "1000.004"}));
  EXPECT_EQ(tick_texts(Axis::linear(0, 4e-9)),
            (std::vector<std::string>{"0", "1e-09", "2e-09", "3e-09", "4e-09"}));
}

TEST(Axis, EveryExtentHasAnAxisOfFewTicks) {
  for (const std::vector<double>& values : {std::vector<double>{},
                                            {kNan},
                                            {0},
                                            {3},
                                            {-1e-320, 1e-320},
                                            {-1.7e308, 1.7e308},
                                            {1, std::nextafter(1, 2)},
                                            {kInfinity, 1, 2},
                                            {1e-300, 1e300}}) {
    for (const Axis& axis :
         {Axis::linear(extent_of(values)), Axis::logarithmic(extent_of(values))}) {
      EXPECT_TRUE(std::isfinite(axis.lo()) && std::isfinite(axis.hi()));
      EXPECT_LT(axis.lo(), axis.hi());
      EXPECT_GE(axis.ticks().size(), 2u);
      EXPECT_LE(axis.ticks().size(), 15u);
      for (const double value : values) {
        if (std::isnan(value)) continue;
        EXPECT_GE(axis.place(value), 0);
        EXPECT_LE(axis.place(value), 1);
      }
    }
  }
}

TEST(Axis, LogAxisHasDecadesAndALineForZeros) {
  const Axis positive = Axis::logarithmic(extent_of({1e-8, 1e-2}));
  const Axis zeros = Axis::logarithmic(extent_of({0, 1e-8, 1e-2}));
  EXPECT_NE(positive.ticks().front().text, "0");
  EXPECT_EQ(zeros.ticks().front().text, "0");
  EXPECT_EQ(zeros.place(0), 0);
  EXPECT_GT(zeros.place(1e-8), 0.05);
  const double decade = zeros.place(1e-4) - zeros.place(1e-5);
  EXPECT_NEAR(zeros.place(1e-6) - zeros.place(1e-7), decade, 1e-12);
}

TEST(Stroke, SimplifiedStrokeKeepsEndsAndExtremesWithinTheTolerance) {
  std::vector<Pixel> points;
  for (int i = 0; i <= 1000; ++i) {
    points.push_back({0.4 * i, 100 * std::sin(0.02 * i) + (i == 500 ? 300 : 0)});
  }
  const std::vector<Pixel> few = simplified(points, 0.3);
  EXPECT_LT(few.size(), 100u);
  EXPECT_EQ(few.front().x, 0);
  EXPECT_EQ(few.back().x, 400);
  bool spike = false;
  for (const Pixel& point : few) spike = spike || point.y > 200;
  EXPECT_TRUE(spike);
  // Every point left out is near the line that is drawn over it.
  std::size_t segment = 0;
  for (const Pixel& point : points) {
    while (few[segment + 1].x < point.x) ++segment;
    const Pixel &a = few[segment], &b = few[segment + 1];
    const double slope = (b.y - a.y) / (b.x - a.x);
    const double off = std::abs(point.y - a.y - slope * (point.x - a.x));
    EXPECT_LE(off / std::hypot(1, slope), 0.3 + 1e-9);
  }
  EXPECT_EQ(simplified({{0, 0}, {1, 0}, {2, 0}, {3, 0}}, 0.3).size(), 2u);
  EXPECT_EQ(simplified({{1, 1}}, 0.3).size(), 1u);
}

TEST(Svg, FigureHasCurvesBandMarkerAndLegend) {
  Chart chart = chart_with({0, 1, 2}, {0, 2, 1});
  chart.curves.push_back({"golden", {0, 1, 2}, {0, 1, 1}, true});
  chart.bands.push_back({"allowed", {0, 1, 2}, {-1, -kInfinity, -1}, {1.5, 1.5, kInfinity}});
  chart.markers.push_back({"worst at 1 s", 1, 2});
  const std::string svg = svg_document({chart, chart});
  const MarkupCount count(svg);
  EXPECT_EQ(count.of_class("curve"), 2 * 3);
  EXPECT_EQ(count.of_class("dashed"), 3);
  EXPECT_EQ(count.of_class("band"), 3);
  EXPECT_EQ(count.of_class("marker"), 3);
  EXPECT_EQ(count.of("title"), 1);
  EXPECT_EQ(count.of("desc"), 1);
  for (const char* text : {"time [s]", "height [m]", "golden", "allowed", "worst at 1 s"}) {
    EXPECT_NE(count.text().find(text), std::string::npos) << text;
  }
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(Svg, GapsSplitAStrokeAndSinglePointsAreDrawn) {
  const std::string svg = svg_figure(chart_with({0, 1, 2, 3, 4}, {0, 1, kNan, 5, kInfinity}), "a");
  const std::string curve = svg.substr(svg.find("class=\"curve"));
  const std::string path = curve.substr(0, curve.find("/>"));
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);
  EXPECT_NE(path.find("h0"), std::string::npos);
}

TEST(Svg, DocumentIsWellFormedForEverySeries) {
  const std::vector<std::vector<double>> series = {
      {},     {kNan, kNan},       {1},         {2, 2, 2},
      {0, 0}, {-1e308, 1e308, 0}, {1e-320, 0}, {1e-300, 1, 1e300}};
  for (const std::vector<double>& y : series) {
    std::vector<double> x(y.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
    Chart chart = chart_with(x, y);
    chart.bands.push_back({"allowed", x, y, y});
    for (const bool log : {false, true}) {
      chart.log_y = log;
      const std::string svg = svg_figure(chart, "figure <1>");
      const MarkupCount count(svg);
      EXPECT_EQ(count.of_class("curve"), 2);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_EQ(svg.find("inf"), std::string::npos);
    }
  }
  EXPECT_EQ(MarkupCount(svg_document({})).of("svg"), 1);
}

TEST(Svg, AtMostOnePointPerPixelIsWritten) {
  std::vector<double> x, y;
  for (int i = 0; i < 200000; ++i) {
    x.push_back(i);
    y.push_back(std::sin(1e-4 * i));
  }
  EXPECT_LT(svg_figure(chart_with(x, y), "a").size(), 8000u);
}

TEST(Svg, SeveralFiguresShareOneLegendWithAColourPerLabel) {
  Chart a = chart_with({0, 1}, {0, 1}), b = chart_with({0, 1}, {0, 1});
  b.curves.insert(b.curves.begin(), {"other", {0, 1}, {2, 2}});
  const MarkupCount count(svg_figures({a, b}, "figure"));
  EXPECT_EQ(count.of("svg"), 3);
  EXPECT_EQ(count.of_class("c0"), 3);  // measured, in both and in the legend
  EXPECT_EQ(count.of_class("c1"), 2);
  EXPECT_TRUE(count.ids_differ());
}

}  // namespace
}  // namespace cardan::app
