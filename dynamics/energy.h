#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Kinetic energy ½ vᵀ M v, including armature [J]. Needs forward_kinematics with v.
CARDAN_API double kinetic_energy(const Skeleton& skeleton, const Data& data, const double* v);

/// Potential energy −Σ m g·p_cm + Σ ½ k (q − q_ref)² [J]. Heights are measured from the world
/// origin. Needs forward_kinematics.
CARDAN_API double potential_energy(const Skeleton& skeleton, const Data& data, const double* q,
                                   const Vector3& gravity);

/// Linear momentum [kg m/s] and angular momentum about the world origin [kg m²/s] of the moving
/// bodies, in axes of W. Needs forward_kinematics with v.
CARDAN_API SpatialForce momentum(const Skeleton& skeleton, const Data& data);

/// Centre of mass in W [m]. Needs forward_kinematics.
CARDAN_API Vector3 center_of_mass(const Skeleton& skeleton, const Data& data);

}  // namespace cardan
