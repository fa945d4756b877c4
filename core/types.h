#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

/// Fixed-size linear algebra types. All other arrays are flat double*.
namespace cardan {

using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;
using Vector4 = Eigen::Vector4d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using VectorX = Eigen::VectorXd;
/// Read-only view of a vector that another object owns.
using ConstVectorView = Eigen::Map<const VectorX>;
using Matrix3 = Eigen::Matrix3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using MatrixX = Eigen::MatrixXd;
using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic>;
using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;
using Quaternion = Eigen::Quaterniond;

/// The matrix [v]ₓ with [v]ₓ w = v × w.
inline Matrix3 skew(const Vector3& v) {
  Matrix3 S;
  S << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return S;
}

}  // namespace cardan
