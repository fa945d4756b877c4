#pragma once

#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// Computes q_out = q ⊕ h v on the configuration manifold. Quaternions are updated with the
/// exponential map and renormalised. q_out may be q.
CARDAN_API void integrate(const Skeleton& skeleton, const double* q, const double* v, double h,
                          double* q_out);

/// Computes the inverse of integrate: the v for which q1 = q0 ⊕ v (h = 1). Rotation angles are in
/// (-π, π].
CARDAN_API void difference(const Skeleton& skeleton, const double* q0, const double* q1, double* v);

}  // namespace cardan
