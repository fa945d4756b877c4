#pragma once

#include "solvers/common/newton/scaled_rows.h"

namespace cardan::solvers {

/// H_i of a row and its partial derivatives (elements of the generalised derivative at a kink).
struct RowValue {
  double value;
  double dx, dy;    ///< derivatives with respect to x and y of the row
  double dlo, dhi;  ///< derivatives with respect to its bounds
};

struct RowParameters {
  double tau = 0;  ///< smoothing: for the interval [0, ∞), H = 0 then means x y = tau, x, y > 0
  double penalty = 1;  ///< weight of the plain function in the penalised one, in (0, 1]
};

/// A function whose zeros are the solutions of one row: y = 0 inside [lo, hi], y ≥ 0 at lo, y ≤ 0
/// at hi.
using RowFunction = RowValue (*)(double x, double y, const Interval& interval,
                                 const RowParameters& parameters);

/// x − mid(lo, x − y, hi): min(x − lo, y) if hi is infinite. Smoothed after Chen, Harker, Kanzow
/// and Smale: max(t, 0) becomes (t + √(t² + 4τ))/2. Ignores the penalty.
RowValue minimum_map(double x, double y, const Interval& interval, const RowParameters& parameters);

/// φ(x − lo, −φ(hi − x, −y)) with Fischer and Burmeister's φ(a, b) = a + b − √(a² + b² + 2τ);
/// infinite bounds are omitted [Billups 1995]; penalised: p φ(a, b) + (1 − p) max(a, 0) max(b, 0)
/// [Chen, Chen & Kanzow 2000].
RowValue fischer_burmeister(double x, double y, const Interval& interval,
                            const RowParameters& parameters);

}  // namespace cardan::solvers
