#include "solvers/common/newton/row_function.h"

#include <algorithm>
#include <cmath>

namespace cardan::solvers {
namespace {

struct Smooth {
  double value, derivative;
};

/// max(t, 0), smoothed; at the kink, the derivative for t < 0 is used.
Smooth plus(double t, double tau) {
  if (tau == 0) return {std::max(t, 0.0), t > 0 ? 1.0 : 0.0};
  const double root = std::sqrt(t * t + 4 * tau);
  // (t + root)/2 without cancellation for t < 0.
  const double value = t >= 0 ? 0.5 * (t + root) : 2 * tau / (root - t);
  return {value, value / root};
}

struct Pair {
  double value, da, db;
};

Pair phi(double a, double b, const RowParameters& parameters) {
  const double root = std::sqrt(a * a + b * b + 2 * parameters.tau);
  Pair result;
  if (root > 0) {
    // a + b − root = (2ab − 2τ)/(a + b + root), without cancellation where both are positive.
    const double sum = a + b;
    result.value = sum > 0 ? 2 * (a * b - parameters.tau) / (sum + root) : sum - root;
    result.da = 1 - a / root;
    result.db = 1 - b / root;
  } else {
    // Any (1 − ξ, 1 − η) with ξ² + η² = 1 is in the generalised gradient at the origin.
    result = {0, 1 - std::sqrt(0.5), 1 - std::sqrt(0.5)};
  }
  const double p = parameters.penalty;
  if (p < 1) {
    const double a_plus = std::max(a, 0.0), b_plus = std::max(b, 0.0);
    result.value = p * result.value + (1 - p) * a_plus * b_plus;
    result.da = p * result.da + (1 - p) * (a > 0 ? b_plus : 0.0);
    result.db = p * result.db + (1 - p) * (b > 0 ? a_plus : 0.0);
  }
  return result;
}

}  // namespace

RowValue minimum_map(double x, double y, const Interval& interval,
                     const RowParameters& parameters) {
  const double z = x - y, tau = parameters.tau;
  const bool has_lo = std::isfinite(interval.lo), has_hi = std::isfinite(interval.hi);
  if (tau == 0) {
    // The inequality is strict because the boundary belongs to the interior; the values are
    // computed without cancellation.
    if (has_lo && z <= interval.lo) return {x - interval.lo, 1, 0, -1, 0};
    if (has_hi && z >= interval.hi) return {x - interval.hi, 1, 0, 0, -1};
    return {y, 0, 1, 0, 0};
  }
  // P(z) = z + (lo − z)₊ − (z − hi)₊.
  RowValue result{y, 0, 1, 0, 0};
  if (has_lo) {
    const Smooth below = plus(interval.lo - z, tau);
    result.value -= below.value;
    result.dx += below.derivative;
    result.dy -= below.derivative;
    result.dlo = -below.derivative;
  }
  if (has_hi) {
    const Smooth above = plus(z - interval.hi, tau);
    result.value += above.value;
    result.dx += above.derivative;
    result.dy -= above.derivative;
    result.dhi = -above.derivative;
  }
  return result;
}

RowValue fischer_burmeister(double x, double y, const Interval& interval,
                            const RowParameters& parameters) {
  RowValue result{y, 0, 1, 0, 0};
  if (std::isfinite(interval.hi)) {
    const Pair upper = phi(interval.hi - x, -y, parameters);
    result = {-upper.value, upper.da, upper.db, 0, -upper.da};
  }
  if (std::isfinite(interval.lo)) {
    const Pair lower = phi(x - interval.lo, result.value, parameters);
    result = {lower.value, lower.da + lower.db * result.dx, lower.db * result.dy, -lower.da,
              lower.db * result.dhi};
  }
  return result;
}

}  // namespace cardan::solvers
