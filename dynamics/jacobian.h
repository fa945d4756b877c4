#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Reference point and axes of a frame velocity.
enum class ReferenceFrame {
  kWorld,              ///< velocity of the body's material point at the world origin, in axes of W
  kLocal,              ///< velocity of the frame origin, in axes of the frame
  kLocalWorldAligned,  ///< velocity of the frame origin, in axes of W
};

/// Computes the frame Jacobian J (6 × nv), angular rows first: V = J v. Needs forward_kinematics.
CARDAN_API void frame_jacobian(const Skeleton& skeleton, const Data& data, int frame,
                               ReferenceFrame reference, Eigen::Ref<Matrix6X> J);

/// Computes the Jacobian (6 × nv), angular rows first, of a body's velocity with the world point
/// p_W as reference point, in axes of W. Needs forward_kinematics.
CARDAN_API void body_jacobian(const Skeleton& skeleton, const Data& data, int body,
                              const Vector3& p_W, Eigen::Ref<Matrix6X> J);

/// Computes the velocity Jacobian (3 × nv) of the world point p_W fixed to a body, in axes of W.
/// Needs forward_kinematics.
CARDAN_API void point_jacobian(const Skeleton& skeleton, const Data& data, int body,
                               const Vector3& p_W, Eigen::Ref<Matrix3X> J);

/// Computes the velocity of a body about O per unit velocity of each DoF on its packed path.
/// columns: (path × 6), where entry e belongs to DoF path(body_last_dof[body])[e] and has the
/// layout [angular; linear] of Data::S. Without followers, these are the columns of Data::S along
/// the path. With followers, a DoF may move the body through several joints or not at all (zero).
/// Needs forward_kinematics.
CARDAN_API void body_columns(const Skeleton& skeleton, const Data& data, int body, double* columns);

}  // namespace cardan
