#pragma once

#include <gtest/gtest.h>

#include <string>

#include "cardan/error.h"
#include "cardan/sensor.h"
#include "cardan/skeleton_builder.h"
#include "test/support/worlds.h"

/// Worlds and helpers for tests of sensors.
namespace cardan::test {

inline SensorSpec sensor(const std::string& name, SensorKindSpec kind) {
  SensorSpec spec;
  spec.name = name;
  spec.kind = std::move(kind);
  return spec;
}

inline Vector3 vector_of(const Sensor& sensor, std::string_view quantity) {
  const auto values = sensor.values(quantity);
  return {values[0], values[1], values[2]};
}

inline SpatialInertia point_mass(double mass, const Vector3& at) {
  return {mass, at, Matrix3::Zero()};
}

/// A link on a hinge about y whose mass hangs below the hinge at q = 0.
inline LinkSpec hanging_link(const std::string& name, const std::string& parent,
                             const RigidTransform& X_PJ, const SpatialInertia& inertia) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.joint_name = name + "_joint";
  link.joint_type = JointType::kRevolute;
  link.axis = Vector3::UnitY();
  link.X_PJ = X_PJ;
  link.inertia = inertia;
  return link;
}

/// A pendulum "pendulum" with the link "rod" on the joint "rod_joint", hinge at the origin.
inline std::shared_ptr<const Skeleton> pendulum(const SpatialInertia& inertia) {
  SkeletonBuilder builder("pendulum");
  builder.add_link(hanging_link("rod", "", {}, inertia));
  return builder.build();
}

/// Message of the Error that a call throws; "" if it throws none.
template <class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline ::testing::AssertionResult near_vector(const Vector3& a, const Vector3& b,
                                              double tolerance) {
  if ((a - b).lpNorm<Eigen::Infinity>() <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "got " << a.transpose() << ", expected " << b.transpose();
}
#define EXPECT_NEAR_VECTOR(...) EXPECT_TRUE(::cardan::test::near_vector(__VA_ARGS__))
#define ASSERT_NEAR_VECTOR(...) ASSERT_TRUE(::cardan::test::near_vector(__VA_ARGS__))

}  // namespace cardan::test
