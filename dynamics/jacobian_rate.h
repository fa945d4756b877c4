#pragma once

#include "cardan/dynamics/jacobian.h"

namespace cardan {

/// J̇ v of frame_jacobian in the same reference: what a frame's acceleration J a + J̇ v has when a =
/// 0. The derivative is that of the three numbers, so in kLocal it is taken in the turning axes.
/// Needs forward_kinematics with v. v: (nv).
CARDAN_API SpatialVelocity frame_jacobian_rate(const Skeleton& skeleton, const Data& data,
                                               int frame, ReferenceFrame reference,
                                               const double* v);

/// J̇ v of a body's velocity with reference point p_W (fixed to the body), axes of W [rad/s²; m/s²].
/// Needs forward_kinematics with v. v: (nv).
CARDAN_API SpatialVelocity body_jacobian_rate(const Skeleton& skeleton, const Data& data, int body,
                                              const Vector3& p_W, const double* v);

/// J̇ v of point_jacobian [m/s²]. Needs forward_kinematics with v. v: (nv).
CARDAN_API Vector3 point_jacobian_rate(const Skeleton& skeleton, const Data& data, int body,
                                       const Vector3& p_W, const double* v);

}  // namespace cardan
