#pragma once

#include "cardan/projections.h"

namespace cardan::conic {

/// Derivative of the projection P onto a set at a. DP (dim × dim, row-major): an element of the
/// generalised derivative. by_bound (dim numbers): dP/dhi for the kinds whose bound depends on the
/// parent's impulse (BOX_MU, BALL_MU), zero for the others. If P(a) is on the side of a cone, with
/// t = a_t/‖a_t‖, k = 1/(1 + μ²), s = k (a_n + μ‖a_t‖):
///   DP = [k, kμ tᵀ; kμ t, μ (kμ t tᵀ + s/‖a_t‖ (I − t tᵀ))].
void differentiate(const sdk::BlockSet& set, const double* a, double* DP, double* by_bound);

/// Returns whether DP and by_bound are zero. The rows of such a set are left out of a Newton
/// system.
bool vanishes(const double* DP, const double* by_bound, int dim);

}  // namespace cardan::conic
