#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "apps/plot/axis.h"
#include "apps/plot/label_places.h"
#include "apps/plot/markup.h"
#include "apps/plot/palette.h"
#include "apps/plot/stroke.h"
#include "apps/plot/svg.h"
#include "test/support/markup_count.h"

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

TEST(Svg, FigureHasCurvesBandMarkerLevelAndLabels) {
  Chart chart = chart_with({0, 1, 2}, {0, 2, 1});
  chart.curves.push_back({"golden", {0, 1, 2}, {0, 1, 1}, true});
  chart.bands.push_back({"allowed", {0, 1, 2}, {-1, -kInfinity, -1}, {1.5, 1.5, kInfinity}});
  chart.markers.push_back({"worst at 1 s", 1, 2});
  chart.levels.push_back({"tolerance 3 m", 3});
  const std::string svg = svg_document({chart, chart}, "two <charts>");
  const MarkupCount count(svg);
  // In each chart once, and once in its label.
  EXPECT_EQ(count.of_class("curve"), 2 * 2 * 2);
  EXPECT_EQ(count.of_class("dashed"), 2 * 2);
  EXPECT_EQ(count.of_class("band"), 2 * 2);
  EXPECT_EQ(count.of_class("marker"), 2 * 2);
  EXPECT_EQ(count.of_class("level"), 2);
  EXPECT_EQ(count.of_class("label"), 2 * 4);
  EXPECT_EQ(count.of_class("headline"), 1);
  EXPECT_EQ(count.of("desc"), 1);
  for (const char* text : {"time [s]", "height [m]", "golden", "allowed", "worst at 1 s",
                           "tolerance 3 m", "two <charts>"}) {
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
  EXPECT_EQ(MarkupCount(svg_document({}, "")).of("svg"), 1);
}

TEST(Svg, AtMostOnePointPerPixelIsWritten) {
  std::vector<double> x, y;
  for (int i = 0; i < 200000; ++i) {
    x.push_back(i);
    y.push_back(std::sin(1e-4 * i));
  }
  EXPECT_LT(svg_figure(chart_with(x, y), "a").size(), 8000u);
}

TEST(Svg, EqualLabelsOfSeveralFiguresHaveOneColour) {
  Chart a = chart_with({0, 1}, {0, 1}), b = chart_with({0, 1}, {0, 1});
  b.curves.insert(b.curves.begin(), {"other", {0, 1}, {2, 2}});
  const MarkupCount count(svg_figures({a, b}, "figure"));
  EXPECT_EQ(count.of("svg"), 2);
  EXPECT_EQ(count.of_class("c0"), 2 * 2);  // measured: curve and label in both
  EXPECT_EQ(count.of_class("c1"), 2);
  EXPECT_TRUE(count.ids_differ());
}

TEST(Svg, LongNamesAreShortenedInTheMiddleWithTheWholeNameInTheTitle) {
  Chart chart = chart_with({0, 1}, {0, 1});
  const std::string name = "polyhedral:directions=16,epsilon=0.001/lemke";
  chart.curves.front().label = name;
  const MarkupCount count(svg_figure(chart, "a"));
  EXPECT_NE(count.text().find("polyhedral:dir…on=0.001/lemke\n"), std::string::npos)
      << count.text();
  EXPECT_NE(count.text().find(name), std::string::npos);
}

TEST(LabelPlaces, LabelsStayInOrderApartWithinTheFrameAndNearTheirCurves) {
  const std::vector<std::vector<double>> lists = {
      {}, {50}, {50, 50, 50}, {0, 1, 2, 300, 299}, {10, 40, 70}, {100, 0, 50, 51, 49, 100, 3}};
  for (const std::vector<double>& wanted : lists) {
    const std::vector<double> places = label_places(wanted, 15, 6, 200);
    ASSERT_EQ(places.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_GE(places[i], 6 - 1e-9);
      EXPECT_LE(places[i], 200 + 1e-9);
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_GE(std::abs(places[i] - places[k]), 15 - 1e-9);
        if (wanted[k] < wanted[i]) {
          EXPECT_LT(places[k], places[i]);
        }
        if (wanted[k] > wanted[i]) {
          EXPECT_GT(places[k], places[i]);
        }
      }
    }
  }
  // Labels with room are not moved, and a crowd stands about its mean.
  EXPECT_EQ(label_places({10, 40, 70}, 15, 6, 200), (std::vector<double>{10, 40, 70}));
  EXPECT_EQ(label_places({50, 50, 50}, 15, 6, 200), (std::vector<double>{35, 50, 65}));
}

using Colour = std::array<double, 3>;

Colour linear_rgb(const std::string& hex) {
  Colour colour;
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(hex.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    colour[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return colour;
}

Colour product(const std::array<Colour, 3>& rows, const Colour& x) {
  Colour y;
  for (std::size_t i = 0; i < 3; ++i)
    y[i] = rows[i][0] * x[0] + rows[i][1] * x[1] + rows[i][2] * x[2];
  return y;
}

// CIELAB (D65) of linear sRGB.
Colour lab(Colour rgb) {
  for (double& c : rgb) c = std::clamp(c, 0.0, 1.0);
  const Colour xyz = product(
      {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}}, rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16 / 116.0; };
  const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Normal vision, and protanopia, deuteranopia, tritanopia [Machado, Oliveira, Fernandes 2009].
const std::array<std::array<Colour, 3>, 4> kVisions = {{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                                        {{{0.152286, 1.052583, -0.204868},
                                                          {0.114503, 0.786281, 0.099216},
                                                          {-0.003882, -0.048116, 1.051998}}},
                                                        {{{0.367322, 0.860646, -0.227968},
                                                          {0.280085, 0.672501, 0.047413},
                                                          {-0.011820, 0.042940, 0.968881}}},
                                                        {{{1.255528, -0.076749, -0.178779},
                                                          {-0.078411, 0.930809, 0.147602},
                                                          {0.004733, 0.691367, 0.303900}}}}};

double luminance(const Colour& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; }

TEST(Palette, HuesDifferForEveryVisionAndStandOutFromThePaper) {
  constexpr double kLeast = 20, kContrast = 3, kHueGap = 35;  // CIELAB, 1, [deg]
  for (const bool dark : {false, true}) {
    const double paper = luminance(linear_rgb(dark ? "#15171b" : "#ffffff"));
    for (std::size_t i = 0; i < kHues.size(); ++i) {
      const Colour a = linear_rgb(dark ? kHues[i].dark : kHues[i].light);
      const double one = luminance(a);
      EXPECT_GE((std::max(one, paper) + 0.05) / (std::min(one, paper) + 0.05), kContrast) << i;
      for (std::size_t k = 0; k < i; ++k) {
        const Colour b = linear_rgb(dark ? kHues[k].dark : kHues[k].light);
        for (const auto& vision : kVisions) {
          const Colour x = lab(product(vision, a)), y = lab(product(vision, b));
          EXPECT_GE(std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]), kLeast) << i << " " << k;
        }
        const Colour x = lab(a), y = lab(b);
        const double turn = std::atan2(x[2], x[1]) - std::atan2(y[2], y[1]);
        EXPECT_GE(std::abs(std::remainder(turn, 2 * M_PI)) * 180 / M_PI, kHueGap) << i << " " << k;
      }
    }
  }
}

TEST(Palette, StrokesBeyondTheHuesHaveDashes) {
  std::set<std::string> classes;
  for (int i = 0; i < 20; ++i) classes.insert(stroke_class(i));
  EXPECT_EQ(classes.size(), 20u);
  EXPECT_EQ(stroke_class(0), "c0");
  EXPECT_EQ(stroke_class(5), "c0 dotted");
}

}  // namespace
}  // namespace cardan::app
