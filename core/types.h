#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "cardan/algebra/eigen_alignment.h"

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

}  // namespace cardan
