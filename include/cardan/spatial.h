#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "cardan/eigen_alignment.h"
#include "cardan/export.h"

/// Linear-algebra types. All other arrays are flat double*.
namespace cardan {

/// Point or vector in a plane.
using Vector2 = Eigen::Vector2d;
/// Point or vector in space.
using Vector3 = Eigen::Vector3d;
/// Column of four numbers.
using Vector4 = Eigen::Vector4d;
/// Spatial vector: the angular part, then the linear part.
using Vector6 = Eigen::Matrix<double, 6, 1>;
/// Column of any size.
using VectorX = Eigen::VectorXd;
/// Read-only view of a vector that another object owns.
using ConstVectorView = Eigen::Map<const VectorX>;
/// Rotation or inertia matrix.
using Matrix3 = Eigen::Matrix3d;
/// Spatial matrix, angular parts first.
using Matrix6 = Eigen::Matrix<double, 6, 6>;
/// Matrix of any size, column-major.
using MatrixX = Eigen::MatrixXd;
/// Jacobian of a point.
using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic>;
/// Jacobian of a frame, angular rows first.
using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;
/// Rotation as a quaternion. Files and arrays store it in the order w, x, y, z.
using Quaternion = Eigen::Quaterniond;

/// Returns the matrix [v]ₓ with [v]ₓ w = v × w.
inline Matrix3 skew(const Vector3& v) {
  Matrix3 S;
  S << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return S;
}

// 6D quantities of rigid-body mechanics, angular part first [Featherstone 2008, ch. 2].

/// Pose X_AB of frame B in frame A: p_A = R p_B + p. Units: [m].
struct RigidTransform {
  Matrix3 R = Matrix3::Identity();  ///< rotation of B in A
  Vector3 p = Vector3::Zero();      ///< origin of B in A [m]

  RigidTransform() = default;
  /// Makes a pose. The rotation is not checked; its columns must be orthonormal.
  RigidTransform(const Matrix3& rotation, const Vector3& translation)
      : R(rotation), p(translation) {}
  /// Makes a translation [m].
  explicit RigidTransform(const Vector3& translation) : p(translation) {}

  /// Makes a pose from a translation [m] and fixed-axis roll, pitch and yaw [rad], in the
  /// convention of URDF: R = Rz(y) Ry(p) Rx(r).
  CARDAN_API static RigidTransform from_xyz_rpy(const Vector3& xyz, const Vector3& rpy);

  /// Returns the composed pose X_AC = X_AB X_BC.
  RigidTransform operator*(const RigidTransform& X_BC) const {
    return {R * X_BC.R, R * X_BC.p + p};
  }
  /// Returns the position in A of a point given in B [m].
  Vector3 operator*(const Vector3& p_B) const { return R * p_B + p; }
  /// Returns the inverse pose X_BA.
  RigidTransform inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

/// Returns the roll, pitch and yaw [rad] of a rotation, as the inverse of from_xyz_rpy. The pitch
/// is in [-π/2, π/2].
CARDAN_API Vector3 roll_pitch_yaw(const Matrix3& R);

/// Spatial velocity V = [ω; v]: angular velocity [rad/s] and velocity of the reference point [m/s].
struct SpatialVelocity {
  Vector3 angular = Vector3::Zero();  ///< angular velocity [rad/s]
  Vector3 linear = Vector3::Zero();   ///< velocity of the reference point [m/s]

  /// Returns the same motion with the reference point moved by r.
  SpatialVelocity shifted(const Vector3& r) const { return {angular, linear + angular.cross(r)}; }
};

/// Spatial force F = [n; f]: moment about the reference point [N m] and force [N].
struct SpatialForce {
  Vector3 moment = Vector3::Zero();  ///< moment about the reference point [N m]
  Vector3 force = Vector3::Zero();   ///< force [N]

  /// Returns the same force with the reference point moved by r.
  SpatialForce shifted(const Vector3& r) const { return {moment - r.cross(force), force}; }
};

/// Mass, centre of mass and rotational inertia about the centre of mass, in one frame.
struct SpatialInertia {
  double mass = 0;                    ///< mass [kg]
  Vector3 com = Vector3::Zero();      ///< centre of mass p_BoBcm_B [m]
  Matrix3 inertia = Matrix3::Zero();  ///< symmetric; about Bcm, in axes of B [kg m²]

  /// Returns the sum of two inertias given in the same frame (parallel-axis theorem).
  CARDAN_API SpatialInertia operator+(const SpatialInertia& other) const;

  /// Expresses the inertia, given in frame B, in frame A. X_AB: pose of B in A.
  CARDAN_API SpatialInertia transformed(const RigidTransform& X_AB) const;
};

/// Exponential map from a rotation vector [rad] to a unit quaternion. A series is used near zero.
CARDAN_API Quaternion quaternion_exp(const Vector3& rotation_vector);

/// Logarithm map from a unit quaternion to a rotation vector whose angle is in (-π, π] [rad].
CARDAN_API Vector3 quaternion_log(const Quaternion& quaternion);

}  // namespace cardan
