#pragma once

#include "cardan/projections.h"

namespace cardan::conic {

/// Solves the problem of one block of any kind and dim ≤ 6 with all others fixed: finds λ for which
/// the natural map of λ and û, with u = W λ + q, is zero. Tries λ = 0 for cones and the sticking
/// impulse −W⁻¹ q, then semismooth Newton with a line search, alternating with projected steps
/// where Newton fails. W, W_inverse: dim × dim, column-major. lambda in: start, out: the best point
/// found.
void solve_local(const sdk::BlockSet& set, const double* W, const double* W_inverse,
                 const double* q, double* lambda);

}  // namespace cardan::conic
