#include <gtest/gtest.h>

#include "cardan/spatial.h"

namespace cardan {
namespace {

Vector3 any(int seed) {
  return Vector3(std::sin(1.7 * seed), std::cos(2.3 * seed + 1), std::sin(0.9 * seed + 2));
}

TEST(Spatial, RpyRoundTripIsExact) {
  for (int i = 0; i < 50; ++i) {
    const Vector3 rpy = any(i).cwiseProduct(Vector3(3.1, 1.5, 3.1));
    const RigidTransform X = RigidTransform::from_xyz_rpy(any(i + 100), rpy);
    EXPECT_LT((X.R * X.R.transpose() - Matrix3::Identity()).norm(), 1e-14);
    EXPECT_LT((RigidTransform::from_xyz_rpy(X.p, roll_pitch_yaw(X.R)).R - X.R).norm(), 1e-13);
  }
}

// Near |pitch| = π/2 the angles are ill-conditioned, but their rotation is not.
TEST(Spatial, RpyRoundTripIsExactNearGimbalLock) {
  for (int i = 0; i < 300; ++i) {
    const double off = i % 20 == 19 ? 0.0 : std::pow(10.0, -(i % 20));
    const double pitch = (i % 2 ? 1 : -1) * (std::acos(0.0) - off);
    const Vector3 rpy(3 * std::sin(i), pitch, 3 * std::cos(2.0 * i));
    const Matrix3 R = RigidTransform::from_xyz_rpy(Vector3::Zero(), rpy).R;
    const Matrix3 again = RigidTransform::from_xyz_rpy(Vector3::Zero(), roll_pitch_yaw(R)).R;
    EXPECT_LT((again - R).norm(), 3e-14) << off;
  }
  EXPECT_EQ(roll_pitch_yaw(Matrix3::Identity()), Vector3::Zero());
}

TEST(Spatial, RpyIsFixedAxisAsInUrdf) {
  const Matrix3 R = RigidTransform::from_xyz_rpy(Vector3::Zero(), {0.1, 0.2, 0.3}).R;
  Matrix3 Rz, Ry, Rx;
  Rz << std::cos(0.3), -std::sin(0.3), 0, std::sin(0.3), std::cos(0.3), 0, 0, 0, 1;
  Ry << std::cos(0.2), 0, std::sin(0.2), 0, 1, 0, -std::sin(0.2), 0, std::cos(0.2);
  Rx << 1, 0, 0, 0, std::cos(0.1), -std::sin(0.1), 0, std::sin(0.1), std::cos(0.1);
  EXPECT_LT((R - Rz * Ry * Rx).norm(), 1e-15);
}

TEST(Spatial, TransformsAreComposed) {
  const auto X = RigidTransform::from_xyz_rpy(any(1), any(2));
  const auto Y = RigidTransform::from_xyz_rpy(any(3), any(4));
  const Vector3 p = any(5);
  EXPECT_LT(((X * Y) * p - X * (Y * p)).norm(), 1e-15);
  EXPECT_LT((X.inverse() * (X * p) - p).norm(), 1e-14);
}

// The sum of two inertias is the inertia of the union: checked on point clouds, where both sides
// are plain sums.
TEST(Spatial, InertiaSumMatchesPointMasses) {
  const auto cloud = [](int first, int count) {
    SpatialInertia I;
    for (int i = first; i < first + count; ++i) I.mass += 1 + i % 3;
    for (int i = first; i < first + count; ++i) I.com += (1 + i % 3) * any(i) / I.mass;
    for (int i = first; i < first + count; ++i) {
      const Vector3 r = any(i) - I.com;
      I.inertia += (1 + i % 3) * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
    }
    return I;
  };
  const SpatialInertia sum = cloud(0, 7) + cloud(7, 5), whole = cloud(0, 12);
  EXPECT_NEAR(sum.mass, whole.mass, 1e-14);
  EXPECT_LT((sum.com - whole.com).norm(), 1e-14);
  EXPECT_LT((sum.inertia - whole.inertia).norm(), 1e-13);
}

TEST(Spatial, QuaternionLogInvertsExp) {
  for (const double angle : {0.0, 1e-12, 1e-9, 1e-5, 1e-3, 0.5, 3.0, 3.14159}) {
    const Vector3 w = angle * any(3).normalized();
    EXPECT_LT((quaternion_log(quaternion_exp(w)) - w).norm(), 1e-12 + 1e-9 * angle) << angle;
    EXPECT_LT((quaternion_exp(w).toRotationMatrix() -
               Eigen::AngleAxisd(angle, any(3).normalized()).toRotationMatrix())
                  .norm(),
              1e-14);
  }
}

TEST(Spatial, ShiftingVelocityAndForceConservesPower) {
  const SpatialVelocity V{any(1), any(2)};
  const SpatialForce F{any(3), any(4)};
  const Vector3 r = any(5);
  const auto power = [](const SpatialVelocity& a, const SpatialForce& b) {
    return a.angular.dot(b.moment) + a.linear.dot(b.force);
  };
  EXPECT_NEAR(power(V, F), power(V.shifted(r), F.shifted(r)), 1e-14);
}

}  // namespace
}  // namespace cardan
