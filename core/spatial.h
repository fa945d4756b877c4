#pragma once

#include "cardan/core/export.h"
#include "cardan/core/types.h"

/// 6D quantities of rigid-body mechanics, angular part first [Featherstone 2008, ch. 2].
namespace cardan {

/// Pose X_AB of frame B in frame A: p_A = R p_B + p. Units: [m].
struct RigidTransform {
  Matrix3 R = Matrix3::Identity();  ///< rotation of B in A
  Vector3 p = Vector3::Zero();      ///< origin of B in A [m]

  RigidTransform() = default;
  /// The rotation is not checked: its columns must be orthonormal.
  RigidTransform(const Matrix3& rotation, const Vector3& translation)
      : R(rotation), p(translation) {}
  /// A translation [m].
  explicit RigidTransform(const Vector3& translation) : p(translation) {}

  /// From a translation [m] and fixed-axis roll, pitch, yaw [rad], in the convention of URDF: R =
  /// Rz(y) Ry(p) Rx(r).
  CARDAN_API static RigidTransform from_xyz_rpy(const Vector3& xyz, const Vector3& rpy);

  /// X_AC = X_AB X_BC.
  RigidTransform operator*(const RigidTransform& X_BC) const {
    return {R * X_BC.R, R * X_BC.p + p};
  }
  /// The point in A [m].
  Vector3 operator*(const Vector3& p_B) const { return R * p_B + p; }
  /// X_BA.
  RigidTransform inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

/// Roll, pitch, yaw [rad] of a rotation, the inverse of from_xyz_rpy; pitch in [-π/2, π/2].
CARDAN_API Vector3 roll_pitch_yaw(const Matrix3& R);

/// V = [ω; v]: angular velocity [rad/s] and velocity of the frame's reference point [m/s].
struct SpatialVelocity {
  Vector3 angular = Vector3::Zero();  ///< [rad/s]
  Vector3 linear = Vector3::Zero();   ///< of the origin [m/s]

  /// The same motion with the reference point moved by r.
  SpatialVelocity shifted(const Vector3& r) const { return {angular, linear + angular.cross(r)}; }
};

/// F = [n; f]: moment about the reference point [N m] and force [N].
struct SpatialForce {
  Vector3 moment = Vector3::Zero();  ///< about the origin [N m]
  Vector3 force = Vector3::Zero();   ///< [N]

  /// The same force with the reference point moved by r.
  SpatialForce shifted(const Vector3& r) const { return {moment - r.cross(force), force}; }
};

/// Mass, centre of mass and rotational inertia about the centre of mass, in one frame.
struct SpatialInertia {
  double mass = 0;                    ///< [kg]
  Vector3 com = Vector3::Zero();      ///< p_BoBcm_B [m]
  Matrix3 inertia = Matrix3::Zero();  ///< about Bcm, axes of B [kg m²], symmetric

  /// The sum of two inertias given in the same frame (parallel-axis theorem).
  CARDAN_API SpatialInertia operator+(const SpatialInertia& other) const;

  /// Expresses the inertia, given in frame B, in frame A. X_AB: pose of B in A.
  CARDAN_API SpatialInertia transformed(const RigidTransform& X_AB) const;
};

/// exp: rotation vector [rad] → unit quaternion; exact series near zero.
CARDAN_API Quaternion quaternion_exp(const Vector3& rotation_vector);

/// log: unit quaternion → rotation vector [rad] in (-π, π].
CARDAN_API Vector3 quaternion_log(const Quaternion& quaternion);

}  // namespace cardan
