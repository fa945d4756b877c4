#pragma once

#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// q_out = q ⊕ h v on the configuration manifold. Quaternions use the exponential map and are
/// renormalised. q_out may be q.
CARDAN_API void integrate(const Skeleton& skeleton, const double* q, const double* v, double h,
                          double* q_out);

/// The v for which q1 = q0 ⊕ v (h = 1), the inverse of integrate. The rotation part has an angle in
/// (-π, π].
CARDAN_API void difference(const Skeleton& skeleton, const double* q0, const double* q1, double* v);

}  // namespace cardan
