#include "apps/sweep/sample_value.h"

#include <algorithm>
#include <cmath>

#include "apps/sweep/exact_text.h"
#include "apps/sweep/sobol.h"
#include "core/hash.h"

namespace cardan::app {

namespace {

template <std::size_t n>
double polynomial_ratio(const double (&a)[n], const double (&b)[n], double r) {
  double above = 0, below = 0;
  for (std::size_t i = n; i-- > 0;) {
    above = above * r + a[i];
    below = below * r + b[i];
  }
  return above / below;
}

// The coefficients of AS 241, PPND16.
constexpr double kA[] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                         1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                         3.3430575583588128105e4, 2.5090809287301226727e3};
constexpr double kB[] = {1.0,
                         4.2313330701600911252e1,
                         6.8718700749205790830e2,
                         5.3941960214247511077e3,
                         2.1213794301586595867e4,
                         3.9307895800092710610e4,
                         2.8729085735721942674e4,
                         5.2264952788528545610e3};
constexpr double kC[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                         5.76949722146069140550e0,  3.64784832476320460504e0,
                         1.27045825245236838258e0,  2.41780725177450611770e-1,
                         2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double kD[] = {1.0,
                         2.05319162663775882187e0,
                         1.67638483018380384940e0,
                         6.89767334985100004550e-1,
                         1.48103976427480074590e-1,
                         1.51986665636164571966e-2,
                         5.47593808499534494600e-4,
                         1.05075007164441684324e-9};
constexpr double kE[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                         1.78482653991729133580e0,  2.96560571828504891230e-1,
                         2.65321895265761230930e-2, 1.24266094738807843860e-3,
                         2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double kF[] = {1.0,
                         5.99832206555887937690e-1,
                         1.36929880922735805310e-1,
                         1.48753612908506148525e-2,
                         7.86869131145613259100e-4,
                         1.84631831751005468180e-5,
                         1.42151175831644588870e-7,
                         2.04426310338993978564e-15};

std::uint64_t random_word(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  return scrambled(scrambled(scrambled(seed + kGolden) ^ (a + kGolden)) ^ (b + 2 * kGolden));
}

}  // namespace

double normal_quantile(double p) {
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) return q * polynomial_ratio(kA, kB, 0.180625 - q * q);
  const double r = std::sqrt(-std::log(q < 0 ? p : 1 - p));
  const double x = r <= 5 ? polynomial_ratio(kC, kD, r - 1.6) : polynomial_ratio(kE, kF, r - 5);
  return q < 0 ? -x : x;
}

double sample_coordinate(const SampleSpec& samples, std::size_t sample, std::size_t dimension) {
  constexpr double kTwo32 = 4294967296.0, kTwo52 = 4503599627370496.0;
  if (!samples.sobol)
    return (static_cast<double>(random_word(samples.seed, sample, dimension) >> 12U) + 0.5) /
           kTwo52;
  constexpr std::uint64_t kOfShift = ~std::uint64_t{0};
  const auto shift =
      static_cast<std::uint32_t>(random_word(samples.seed, kOfShift, dimension) >> 32U);
  const std::uint32_t digits =
      sobol_digits(static_cast<int>(dimension), static_cast<std::uint32_t>(sample));
  return (static_cast<double>(digits ^ shift) + 0.5) / kTwo32;
}

std::string sample_value(const Distribution& distribution, double coordinate) {
  const double a = distribution.a, b = distribution.b;
  switch (distribution.kind) {
    case Distribution::Kind::kUniform:
      return exact_text(a + (b - a) * coordinate);
    case Distribution::Kind::kLogUniform:
      return exact_text(a * std::exp(std::log(b / a) * coordinate));
    case Distribution::Kind::kNormal:
      return exact_text(a + b * normal_quantile(coordinate));
    case Distribution::Kind::kChoice:
      break;
  }
  const std::size_t n = distribution.choices.size();
  return distribution
      .choices[std::min(n - 1, static_cast<std::size_t>(coordinate * static_cast<double>(n)))];
}

}  // namespace cardan::app
