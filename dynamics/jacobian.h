#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Reference point and axes of a frame velocity.
enum class ReferenceFrame {
  kWorld,              ///< velocity of the material point of the body at the world origin, axes of
                       ///< W
  kLocal,              ///< velocity of the frame origin, axes of the frame
  kLocalWorldAligned,  ///< velocity of the frame origin, axes of W
};

/// Frame Jacobian J (6 × nv), angular rows first: V = J v. J must be 6 × nv. Needs
/// forward_kinematics.
CARDAN_API void frame_jacobian(const Skeleton& skeleton, const Data& data, int frame,
                               ReferenceFrame reference, Eigen::Ref<Matrix6X> J);

/// Jacobian (6 × nv), angular rows first, of a body's velocity with the world point p_W as
/// reference point, axes of W. Needs forward_kinematics.
CARDAN_API void body_jacobian(const Skeleton& skeleton, const Data& data, int body,
                              const Vector3& p_W, Eigen::Ref<Matrix6X> J);

/// Velocity Jacobian (3 × nv) of the world point p_W fixed to a body, axes of W. Needs
/// forward_kinematics.
CARDAN_API void point_jacobian(const Skeleton& skeleton, const Data& data, int body,
                               const Vector3& p_W, Eigen::Ref<Matrix3X> J);

/// Velocity of a body about O per unit of each DoF on its packed path: columns (path × 6), where
/// entry e belongs to DoF path(body_last_dof[body])[e], as [angular; linear] like Data::S. Without
/// followers, these are the columns of Data::S along the path. With followers, a DoF may move the
/// body through several joints or not at all (zero). Needs forward_kinematics.
CARDAN_API void body_columns(const Skeleton& skeleton, const Data& data, int body, double* columns);

}  // namespace cardan
