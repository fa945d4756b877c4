#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Generalised gravity forces g(q) = −Σ J_cmᵀ m g, the part of the bias that is there at rest [N m,
/// N]. Needs forward_kinematics (positions suffice); tau: (nv). Overwrites data.composite.
CARDAN_API void gravity_forces(const Skeleton& skeleton, Data& data, const Vector3& gravity,
                               double* tau);

/// Coriolis and centrifugal forces C(q, v) v: the bias without gravity, in one pass of rnea. Needs
/// forward_kinematics with v; tau: (nv).
CARDAN_API void coriolis_forces(const Skeleton& skeleton, Data& data, const double* v, double* tau);

}  // namespace cardan
