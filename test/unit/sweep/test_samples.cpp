#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "apps/sweep/exact_text.h"
#include "apps/sweep/sample_value.h"
#include "apps/sweep/sobol.h"

namespace cardan::app {
namespace {

// scipy.stats.qmc.Sobol(40, scramble=False, bits=32) of SciPy 1.10, times 2^32.
TEST(Samples, SobolPointsAreThoseOfScipy) {
  constexpr std::array<int, 7> dimensions{0, 1, 2, 5, 9, 20, 39};
  const std::map<std::uint32_t, std::array<std::uint32_t, 7>> points{
      {1, {2147483648, 2147483648, 2147483648, 2147483648, 2147483648, 2147483648, 2147483648}},
      {2, {3221225472, 1073741824, 1073741824, 3221225472, 3221225472, 1073741824, 1073741824}},
      {3, {1073741824, 3221225472, 3221225472, 1073741824, 1073741824, 3221225472, 3221225472}},
      {7, {536870912, 2684354560, 1610612736, 1610612736, 3758096384, 3758096384, 536870912}},
      {100, {1778384896, 1107296256, 3321888768, 3187671040, 2986344448, 3254779904, 570425344}},
      {1000, {943718400, 415236096, 2227175424, 3896508416, 297795584, 2243952640, 2059403264}}};
  for (const auto& [point, digits] : points) {
    for (std::size_t i = 0; i < dimensions.size(); ++i)
      EXPECT_EQ(sobol_digits(dimensions[i], point), digits[i]) << point << " " << dimensions[i];
  }
}

// By the definition of the sequence, 2^m points have one point in each interval of length 2^-m.
TEST(Samples, EveryCoordinateIsStratified) {
  constexpr std::uint32_t kPoints = 256;
  for (int dimension = 0; dimension < kSobolDimensions; ++dimension) {
    std::set<std::uint32_t> intervals;
    for (std::uint32_t point = 0; point < kPoints; ++point)
      intervals.insert(sobol_digits(dimension, point) >> 24U);
    EXPECT_EQ(intervals.size(), kPoints) << dimension;
  }
}

TEST(Samples, ShiftKeepsTheStrata) {
  SampleSpec samples;
  samples.seed = 7;
  for (std::size_t dimension = 0; dimension < 5; ++dimension) {
    std::set<int> intervals;
    for (std::size_t i = 0; i < 64; ++i) {
      const double u = sample_coordinate(samples, i, dimension);
      EXPECT_GT(u, 0);
      EXPECT_LT(u, 1);
      intervals.insert(static_cast<int>(64 * u));
    }
    EXPECT_EQ(intervals.size(), 64u);
  }
}

TEST(Samples, RandomNumbersHaveTheMomentsOfTheUniformDistribution) {
  SampleSpec samples;
  samples.sobol = false;
  constexpr int kCount = 20000;
  double sum = 0, squares = 0, product = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double u = sample_coordinate(samples, i, 0), v = sample_coordinate(samples, i, 1);
    sum += u;
    squares += u * u;
    product += u * v;
  }
  EXPECT_NEAR(sum / kCount, 0.5, 0.01);
  EXPECT_NEAR(squares / kCount, 1.0 / 3, 0.01);
  EXPECT_NEAR(product / kCount, 0.25, 0.01);
}

// Φ(x) = erfc(-x/√2) / 2.
TEST(Samples, NormalQuantileInvertsTheErrorFunction) {
  for (const double p : {1e-300, 1e-12, 1e-5, 0.01, 0.075, 0.3, 0.5, 0.7, 0.925, 0.999}) {
    const double x = normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)) / p, 1, 1e-12 * std::max(1.0, x * x)) << p;
  }
  EXPECT_DOUBLE_EQ(normal_quantile(0.999), 3.090232306167813);
}

TEST(Samples, ValuesFollowTheirDistributions) {
  const auto number = [](const Distribution& one, double u) {
    return std::stod(sample_value(one, u));
  };
  EXPECT_DOUBLE_EQ(number({"p", Distribution::Kind::kUniform, 2, 6}, 0.25), 3);
  EXPECT_NEAR(number({"p", Distribution::Kind::kLogUniform, 1e-4, 1}, 0.5), 1e-2, 1e-12);
  EXPECT_NEAR(number({"p", Distribution::Kind::kNormal, 3, 2}, 0.975), 3 + 2 * 1.959963984540054,
              1e-12);
  const Distribution choice{"p", Distribution::Kind::kChoice, 0, 0, {"a", "b", "c"}};
  EXPECT_EQ(sample_value(choice, 0.1), "a");
  EXPECT_EQ(sample_value(choice, 0.99999), "c");
}

TEST(Samples, TextRestoresTheNumber) {
  for (const double x : {0.1, 1.0 / 3, -2e-308, 6.02214076e23})
    EXPECT_EQ(std::strtod(exact_text(x).c_str(), nullptr), x);
  EXPECT_EQ(exact_text(-std::nan("")), "nan");
}

}  // namespace
}  // namespace cardan::app
