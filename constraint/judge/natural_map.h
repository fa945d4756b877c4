#pragma once

#include <cmath>

namespace cardan {

/// The natural maps λ − P(λ − d) of the round sets, with d = r û and `dim` rows, normal first. λ −
/// P is not computed by subtraction, because the difference would be zero for every d below the
/// rounding error of λ. The result is returned in λ or in d, which is overwritten.

inline double round_norm(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

/// Natural map of the cone K = {|x_t| ≤ μ x_n}. With a = λ − d, the result is d if a is in K and λ
/// if a is in the polar cone. Otherwise, it is d + c (−μ, a_t/|a_t|) with c = (|a_t| − μ a_n)/(1 +
/// μ²), which is d plus the part of a that P removes [Moreau 1962].
inline const double* cone_map(double mu, int dim, const double* lambda, double* d) {
  double sum = 0;
  for (int i = 1; i < dim; ++i) sum += (lambda[i] - d[i]) * (lambda[i] - d[i]);
  const double a_n = lambda[0] - d[0], a_t = std::sqrt(sum);
  if (a_n >= 0 && a_t <= mu * a_n) return d;  // the half-line a_n ≥ 0 if mu = 0
  if (mu * a_t <= -a_n) return lambda;
  const double c = (a_t - mu * a_n) / (1 + mu * mu), scale = c / a_t;
  d[0] -= mu * c;
  for (int i = 1; i < dim; ++i) d[i] += scale * (lambda[i] - d[i]);
  return d;
}

/// Natural map of the ball of the given radius. With a = λ − d, the result is d if |a| ≤ radius,
/// otherwise d + (|a| − radius) a/|a|.
inline const double* ball_map(double radius, int dim, const double* lambda, double* d) {
  double sum = 0;
  for (int i = 0; i < dim; ++i) sum += (lambda[i] - d[i]) * (lambda[i] - d[i]);
  const double a = std::sqrt(sum);
  if (a <= radius) return d;
  const double scale = (a - radius) / a;
  for (int i = 0; i < dim; ++i) d[i] += scale * (lambda[i] - d[i]);
  return d;
}

}  // namespace cardan
