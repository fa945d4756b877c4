#pragma once

#include "cardan/constraint/problem.h"
#include "cardan/constraint/rows/base_problem.h"

namespace cardan {

/// Rounding errors in a residual. u = b + Y (Yᵀ λ) + S λ is summed in double precision, where every
/// product and partial sum has a relative error of up to 2⁻⁵³ [Higham 2002, sec. 3.3].

/// Returns a bound on the rounding error of the residual, the largest one over the blocks [m/s]. u
/// = A λ + b must be given.
CARDAN_API double rounding_bound(const cardan_problem& problem, const double* lambda,
                                 const double* u);

/// Returns a bound on the rounding error of the residual of λ_C under the exact law of the base
/// [m/s].
CARDAN_API double rounding_bound(const BaseProblem& base, const double* lambda_C,
                                 const double* u_C);

}  // namespace cardan
