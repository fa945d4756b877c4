#pragma once

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/problem.h"

namespace cardan {

/// Rounding alone in a residual: u = b + Σ Y (Yᵀ λ) + S λ is a sum in double, and every
/// product and partial sum of it is known to u = 2⁻⁵³ of its size alone [Higham 2002, sec. 3.3].

/// Largest such part over the blocks of a problem [m/s]. u = A λ + b must be given.
CARDAN_API double rounding_bound(const cardan_problem& problem, const double* lambda,
                                 const double* u);

/// Bound for λ_C under the exact law of the base.
CARDAN_API double rounding_bound(const BaseProblem& base, const double* lambda_C,
                                 const double* u_C);

}  // namespace cardan
