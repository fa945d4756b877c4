#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes the generalised gravity forces g(q) = −Σ J_cmᵀ m g, which are the bias forces at rest
/// [N m, N]. Needs forward_kinematics; velocities are not needed. Overwrites data.composite. tau:
/// (nv).
CARDAN_API void gravity_forces(const Skeleton& skeleton, Data& data, const Vector3& gravity,
                               double* tau);

/// Computes the Coriolis and centrifugal forces C(q, v) v, which are the bias forces without
/// gravity, with one pass of rnea. Needs forward_kinematics with v. tau: (nv).
CARDAN_API void coriolis_forces(const Skeleton& skeleton, Data& data, const double* v, double* tau);

}  // namespace cardan
