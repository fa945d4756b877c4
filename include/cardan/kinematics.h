#pragma once

#include "cardan/skeleton_data.h"

namespace cardan {

/// Computes poses and joint axes in world axes [Featherstone 2008, sec. 4.4] into R, p, S and O_W
/// of data. q: (nq).
CARDAN_API void forward_kinematics(const Skeleton& skeleton, Data& data, const double* q);

/// Computes the same quantities and the body velocities V. v: (nv).
CARDAN_API void forward_kinematics(const Skeleton& skeleton, Data& data, const double* q,
                                   const double* v);

/// Computes the body velocities V for another v at the same q. Needs forward_kinematics. v: (nv).
CARDAN_API void forward_velocities(const Skeleton& skeleton, Data& data, const double* v);

/// Returns the pose of a frame in W.
CARDAN_API RigidTransform frame_pose(const Skeleton& skeleton, const Data& data, int frame);

/// Computes the spatial accelerations A of all bodies about O into data.A, without gravity
/// [Featherstone 2008, sec. 4.4]: A = A_p + V_p × S q̇ + S q̈. Needs forward_kinematics with v. v,
/// a: (nv).
CARDAN_API void forward_accelerations(const Skeleton& skeleton, Data& data, const double* v,
                                      const double* a);

/// Returns the angular acceleration [rad/s²] of a body and the acceleration [m/s²] of its material
/// point that is currently at p_W, in axes of W: [α; A_lin + α × r + ω × v_p]. Needs
/// forward_accelerations.
CARDAN_API SpatialVelocity acceleration_at(const Data& data, int body, const Vector3& p_W);

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
