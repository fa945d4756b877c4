#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes the spatial accelerations A of all bodies about O into data.A, without gravity
/// [Featherstone 2008, sec. 4.4]: A = A_p + V_p × S q̇ + S q̈. Needs forward_kinematics with v. v,
/// a: (nv).
CARDAN_API void forward_accelerations(const Skeleton& skeleton, Data& data, const double* v,
                                      const double* a);

/// Returns the angular acceleration [rad/s²] of a body and the acceleration [m/s²] of its material
/// point that is currently at p_W, in axes of W: [α; A_lin + α × r + ω × v_p]. Needs
/// forward_accelerations.
CARDAN_API SpatialVelocity acceleration_at(const Data& data, int body, const Vector3& p_W);

}  // namespace cardan
