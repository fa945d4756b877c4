#include "cardan/spatial.h"

#include <cmath>

namespace cardan {

RigidTransform RigidTransform::from_xyz_rpy(const Vector3& xyz, const Vector3& rpy) {
  const Matrix3 R =
      (Eigen::AngleAxisd(rpy.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(rpy.y(), Vector3::UnitY()) *
       Eigen::AngleAxisd(rpy.x(), Vector3::UnitX()))
          .toRotationMatrix();
  return {R, xyz};
}

Vector3 roll_pitch_yaw(const Matrix3& R) {
  const double cos_pitch = std::hypot(R(0, 0), R(1, 0));
  const double pitch = std::atan2(-R(2, 0), cos_pitch);
  // At |pitch| = π/2 only roll ∓ yaw is defined; yaw is set to zero.
  const double yaw = cos_pitch < 1e-14 ? 0.0 : std::atan2(R(1, 0), R(0, 0));
  // Near it, yaw and the roll of atan2(R21, R22) are both ill-conditioned. Roll is therefore taken
  // from Rz(−yaw) R = Ry(pitch) Rx(roll), which compensates for the error of yaw. Adding 0 turns −0
  // into 0.
  const double c = std::cos(yaw), s = std::sin(yaw);
  const double roll = std::atan2(s * R(0, 2) - c * R(1, 2) + 0.0, c * R(1, 1) - s * R(0, 1));
  return {roll, pitch, yaw};
}

SpatialInertia SpatialInertia::operator+(const SpatialInertia& other) const {
  SpatialInertia sum;
  sum.mass = mass + other.mass;
  sum.com = sum.mass != 0 ? Vector3((mass * com + other.mass * other.com) / sum.mass) : com;
  // I = Σ I_i + m_i (r·r 1 - r rᵀ), r from the common centre of mass.
  const auto steiner = [&](const SpatialInertia& part) -> Matrix3 {
    const Vector3 r = part.com - sum.com;
    return part.inertia + part.mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
  };
  sum.inertia = steiner(*this) + steiner(other);
  return sum;
}

SpatialInertia SpatialInertia::transformed(const RigidTransform& X_AB) const {
  return {mass, X_AB * com, X_AB.R * inertia * X_AB.R.transpose()};
}

Quaternion quaternion_exp(const Vector3& rotation_vector) {
  const double angle = rotation_vector.norm();
  // sin(a/2)/a = 1/2 - a²/48 + O(a⁴): the series is exact in double below 1e-4.
  double scale = 0.5 - angle * angle / 48, w = 1 - angle * angle / 8;
  if (!(angle < 1e-4)) {
    scale = std::sin(angle / 2) / angle;
    w = std::cos(angle / 2);
  }
  const Vector3 xyz = scale * rotation_vector;
  return Quaternion(w, xyz.x(), xyz.y(), xyz.z()).normalized();
}

Vector3 quaternion_log(const Quaternion& quaternion) {
  const double sign = quaternion.w() < 0 ? -1.0 : 1.0;
  const Vector3 xyz = sign * quaternion.vec();
  const double s = xyz.norm();
  const double w = sign * quaternion.w();
  // a / sin(a/2) with a = 2 atan2(s, w).
  const double scale = s < 1e-8 ? 2.0 / w : 2 * std::atan2(s, w) / s;
  return scale * xyz;
}

}  // namespace cardan
