#include <cmath>
#include <limits>

#include "apps/regress/expectation_check.h"

namespace cardan::app {
namespace {

constexpr double kStep = 0.1;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

ExpectSpec spec(double lower, double upper) {
  ExpectSpec spec;
  spec.quantity = "x";
  spec.band.lower = lower;
  spec.band.upper = upper;
  return spec;
}

// Samples of x(t) at 0, 0.1, …, 1.
template <class Function>
CaseCheck judged(const ExpectSpec& spec, Function x, double watched_after = 0) {
  ExpectationCheck check(spec, kStep);
  for (int k = 0; k <= 10; ++k) {
    const double t = kStep * k;
    check.sample(t, x(t), t - watched_after);
  }
  return check.verdict("m");
}

double square(double t) { return t * t; }

TEST(Judge, EverySampleIsCheckedAndTheWorstIsReported) {
  EXPECT_TRUE(judged(spec(0, 1), square).passed);
  const CaseCheck above = judged(spec(-kInfinity, 0.99), square);
  EXPECT_FALSE(above.passed);
  EXPECT_NEAR(above.time, 1, 1e-12);
  EXPECT_NEAR(above.measured, 1, 1e-12);
  const CaseCheck below = judged(spec(0.005, kInfinity), square);
  EXPECT_FALSE(below.passed);
  EXPECT_EQ(below.time, 0);
  EXPECT_NE(below.message.find("x: 0 m at 0 s, expected at least 0.005 m"), std::string::npos);
}

TEST(Judge, EqualsIsAPolynomialOfTime) {
  ExpectSpec polynomial = spec(-1e-9, 1e-9);
  polynomial.band.reference = {0, 0, 1};
  EXPECT_TRUE(judged(polynomial, square).passed);
  polynomial.band.reference = {0, 0.01, 1};
  const CaseCheck check = judged(polynomial, square);
  EXPECT_FALSE(check.passed);
  EXPECT_NEAR(check.time, 1, 1e-12);
  EXPECT_NEAR(check.upper, 1.01 + 1e-9, 1e-12);
}

TEST(Judge, AtSelectsTheNearestStep) {
  ExpectSpec at = spec(-1e-6, 1e-6);
  at.window.kind = ExpectWindow::Kind::kAt;
  at.window.from = 0.52;
  at.band.reference = {0.25};
  EXPECT_TRUE(judged(at, square).passed);
  at.window.from = 0.58;
  EXPECT_FALSE(judged(at, square).passed);
}

TEST(Judge, IntervalExcludesOtherSamples) {
  ExpectSpec interval = spec(0.04, 0.25);
  interval.window.kind = ExpectWindow::Kind::kInterval;
  interval.window.from = 0.2;
  interval.window.until = 0.5;
  EXPECT_TRUE(judged(interval, square).passed);
  interval.window.until = 0.6;
  EXPECT_FALSE(judged(interval, square).passed);
  interval.window.from = 0.1;
  interval.window.until = 0.5;
  EXPECT_FALSE(judged(interval, square).passed);
}

TEST(Judge, IntervalWithoutSamplesFails) {
  ExpectSpec interval = spec(-10, 10);
  interval.window.kind = ExpectWindow::Kind::kInterval;
  interval.window.from = 0.22;
  interval.window.until = 0.28;
  const CaseCheck check = judged(interval, square);
  EXPECT_FALSE(check.passed);
  EXPECT_TRUE(std::isnan(check.measured));
  EXPECT_NE(check.message.find("no step ends within 0.22 to 0.28 s"), std::string::npos);
}

TEST(Judge, RangeAndMonotonicityNeedTwoSamples) {
  ExpectSpec range = spec(-kInfinity, 10);
  range.over = Reduction::kRange;
  ExpectSpec falls;
  falls.quantity = "x";
  falls.band.never_rises = true;
  for (ExpectSpec one : {range, falls}) {
    one.window.kind = ExpectWindow::Kind::kInterval;
    one.window.from = 1;
    const CaseCheck check = judged(one, square);
    EXPECT_FALSE(check.passed);
    EXPECT_TRUE(std::isnan(check.measured));
    EXPECT_NE(check.message.find("only one sample"), std::string::npos) << check.message;
    one.window.from = 0.9;
    one.band.rise = 1;
    EXPECT_TRUE(judged(one, square).passed);
  }
}

TEST(Judge, BandIsStoredForTheCheckedSamples) {
  std::vector<ThinSeries::Point> points;
  for (int k = 0; k <= 10; ++k) points.push_back({0.1 * k, 1});
  const auto banded = [&](const ExpectSpec& one) {
    std::vector<int> steps;
    const CaseSeries series = banded_series(one, "m", kStep, points);
    for (int k = 0; k <= 10; ++k) {
      if (std::isfinite(series.upper[static_cast<std::size_t>(k)])) steps.push_back(k);
    }
    return steps;
  };
  ExpectSpec one = spec(0, 2);
  one.window.kind = ExpectWindow::Kind::kInterval;
  one.window.from = 0.24;
  one.window.until = 0.56;
  EXPECT_EQ(banded(one), (std::vector<int>{3, 4, 5}));
  one.window.kind = ExpectWindow::Kind::kAt;
  one.window.from = 0.25;  // as far from two samples: the first is judged
  EXPECT_EQ(banded(one), std::vector<int>{2});
}

TEST(Judge, EventSelectsItsFirstMoment) {
  ExpectSpec event = spec(-1e-9, 1e-9);
  event.window.kind = ExpectWindow::Kind::kEvent;
  event.window.quantity = "watched";
  event.window.below = false;
  event.window.bound = -1e-9;
  event.band.reference = {0.09};
  EXPECT_TRUE(judged(event, square, 0.3).passed);
  EXPECT_FALSE(judged(event, square, 0.4).passed);
  const CaseCheck never = judged(event, square, 2);
  EXPECT_FALSE(never.passed);
  EXPECT_NE(never.message.find("watched is never above"), std::string::npos) << never.message;
}

TEST(Judge, PersistentEventSelectsItsLastBeginning) {
  ExpectSpec event = spec(-1e-9, 1e-9);
  event.window.kind = ExpectWindow::Kind::kEvent;
  event.window.quantity = "watched";
  event.window.bound = 0.5;
  event.window.stays = true;
  event.band.reference = {0.7};
  ExpectationCheck check(event, kStep);
  // Below at 0 and 0.1, above till 0.6, below from 0.7 on.
  for (int k = 0; k <= 10; ++k) check.sample(0.1 * k, 0.1 * k, k < 2 || k > 6 ? 0 : 1);
  EXPECT_TRUE(check.verdict("s").passed);
  check.sample(1.1, 1.1, 1);
  EXPECT_FALSE(check.verdict("s").passed);
}

TEST(Judge, NeverRisesComparesWithTheLowestSoFar) {
  ExpectSpec falls;
  falls.quantity = "energy";
  falls.band.never_rises = true;
  falls.band.rise = 1e-3;
  EXPECT_TRUE(judged(falls, [](double t) { return -t; }).passed);
  // Each step rises by less than the bound; together they rise by ten times as much.
  const CaseCheck creep = judged(falls, [](double t) { return 9e-3 * t; });
  EXPECT_FALSE(creep.passed);
  EXPECT_NEAR(creep.measured, 9e-3, 1e-12);
  EXPECT_NEAR(creep.upper, 1e-3, 1e-12);
  EXPECT_TRUE(judged(falls, [](double t) { return 0.9e-3 * t; }).passed);
}

TEST(Judge, ReductionsAgreeWithClosedForms) {
  const auto reduced = [](Reduction over) {
    ExpectSpec one = spec(-kInfinity, kInfinity);
    one.over = over;
    ExpectationCheck check(one, kStep);
    for (int k = 1; k <= 4; ++k) check.sample(0.1 * k, k == 3 ? -3 : k, 0);  // 1, 2, −3, 4
    return check.value();
  };
  EXPECT_DOUBLE_EQ(reduced(Reduction::kMean), 1);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kMeanSquare), 7.5);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kSum), 4);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kMinimum), -3);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kMaximum), 4);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kRange), 7);
}

TEST(Judge, MinusIsAppliedBeforeTheMean) {
  ExpectSpec error = spec(-kInfinity, 1e-20);
  error.minus = {0, 0, 1};
  error.over = Reduction::kMeanSquare;
  EXPECT_TRUE(judged(error, square).passed);
  error.minus = {0, 0, 1, 0.01};
  const CaseCheck check = judged(error, square);
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.unit, "(m)^2");
}

TEST(Judge, NanFailsEveryBand) {
  const auto bad_once = [](double bad) {
    return [bad](double t) { return std::abs(t - 0.3) < 1e-9 ? bad : 0.0; };
  };
  for (const double bad : {std::nan(""), kInfinity, -kInfinity}) {
    for (const Reduction over :
         {Reduction::kEach, Reduction::kMean, Reduction::kMeanSquare, Reduction::kSum,
          Reduction::kMinimum, Reduction::kMaximum, Reduction::kRange}) {
      for (ExpectSpec one : {spec(-kInfinity, 1), spec(-1, kInfinity), spec(-1, 1)}) {
        one.over = over;
        EXPECT_FALSE(judged(one, bad_once(bad)).passed) << bad << " " << static_cast<int>(over);
      }
    }
    ExpectSpec falls;
    falls.band.never_rises = true;
    EXPECT_FALSE(judged(falls, bad_once(bad)).passed);
  }
}

TEST(ThinSeries, ThinnedSeriesKeepsExtremesAndEnds) {
  constexpr int kSamples = 1000001;
  ThinSeries series(kSamples);
  for (int k = 0; k < kSamples; ++k) {
    series.add(k, k == 123456 ? 5 : (k == 654321 ? -7 : std::sin(1e-3 * k)));
  }
  const auto points = series.points();
  EXPECT_LE(points.size(), 2003u);
  EXPECT_EQ(points.front().time < 1001, true);
  EXPECT_EQ(points.back().time, kSamples - 1);
  double least = 0, greatest = 0, last = -1;
  for (const auto& point : points) {
    EXPECT_GT(point.time, last);
    last = point.time;
    least = std::min(least, point.value);
    greatest = std::max(greatest, point.value);
  }
  EXPECT_EQ(least, -7);
  EXPECT_EQ(greatest, 5);
}

TEST(ThinSeries, ShortSeriesIsNotThinned) {
  ThinSeries series(11);
  for (int k = 0; k < 11; ++k) series.add(k, k % 3);
  EXPECT_EQ(series.points().size(), 11u);
}

}  // namespace
}  // namespace cardan::app
