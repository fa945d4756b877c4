#pragma once

#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// q_out = q ⊕ h v on the configuration manifold (quaternions by the exponential map,
/// renormalised). In place allowed.
CARDAN_API void integrate(const Skeleton& skeleton, const double* q, const double* v, double h,
                          double* q_out);

/// v with q1 = q0 ⊕ v (h = 1): the inverse of integrate, quaternion part in (-π, π].
CARDAN_API void difference(const Skeleton& skeleton, const double* q0, const double* q1, double* v);

}  // namespace cardan
