#pragma once

#include "cardan/dynamics/jacobian.h"

namespace cardan {

/// Returns J̇ v for the Jacobian of frame_jacobian with the same reference: the part of a frame's
/// acceleration J a + J̇ v that remains when a = 0. The components are differentiated, so kLocal
/// gives the derivative in the rotating axes. Needs forward_kinematics with v. v: (nv).
CARDAN_API SpatialVelocity frame_jacobian_rate(const Skeleton& skeleton, const Data& data,
                                               int frame, ReferenceFrame reference,
                                               const double* v);

/// Returns J̇ v for the Jacobian of body_jacobian, with the reference point p_W fixed to the body,
/// in axes of W [rad/s²; m/s²]. Needs forward_kinematics with v. v: (nv).
CARDAN_API SpatialVelocity body_jacobian_rate(const Skeleton& skeleton, const Data& data, int body,
                                              const Vector3& p_W, const double* v);

/// Returns J̇ v for the Jacobian of point_jacobian [m/s²]. Needs forward_kinematics with v. v:
/// (nv).
CARDAN_API Vector3 point_jacobian_rate(const Skeleton& skeleton, const Data& data, int body,
                                       const Vector3& p_W, const double* v);

}  // namespace cardan
