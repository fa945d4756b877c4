#include <gtest/gtest.h>

#include "test/support/worlds.h"

// Sliding stop, rolling sphere, spinning cube, free fall onto the ground, stacks: closed forms and
// reference values.
namespace cardan {
namespace {

using test::body;
using test::kG;
using test::world_spec;

// N = ceil(v0 / (μ g h)) steps, x = h (n v0 − μ g h n (n + 1) / 2), n = floor(v0 / (μ g h)); no
// reversal.
TEST(Sliding, SlidingBoxStopsAfterTheRightDistance) {
  for (const double h : {1e-3, 1e-2}) {
    const double v0 = 5, mu = 1;
    World world(world_spec(h, {.mu = mu, .compliance = 0}, "cone", "conic", 1e-12));
    world.add_ground();
    SpatialVelocity velocity;
    velocity.linear = Vector3(v0, 0, 0);
    Model& box = world.add(
        body("box", test::box({2, 2, 0.02}), 1, RigidTransform(Vector3(0, 0, 0.01)), velocity));
    const int n = static_cast<int>(std::floor(v0 / (mu * kG * h)));
    for (int k = 0; k <= n + 1; ++k) {
      world.step();
      EXPECT_GE(box.base_velocity().linear.x(), -1e-10);
    }
    const double expected = h * (n * v0 - mu * kG * h * n * (n + 1) / 2.0);
    EXPECT_NEAR(box.base_pose().p.x(), expected, 1e-8) << "h = " << h;
    EXPECT_NEAR(box.base_velocity().linear.norm(), 0, 1e-10);
  }
}

// v∞ = 5/7 v0, reached at 2 v0 / (7 μ g) [e.g. Coriolis 1835].
TEST(Sliding, SphereEndsRollingAtFiveSevenths) {
  const double h = 1e-3, v0 = 2, mu = 0.3;
  World world(world_spec(h, {.mu = mu, .compliance = 0}, "cone", "conic", 1e-12));
  world.add_ground();
  SpatialVelocity velocity;
  velocity.linear = Vector3(v0, 0, 0);
  velocity.angular = Vector3(0, 0, 3);
  Model& ball =
      world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.1)), velocity));
  const double rolling_from = 2 * v0 / (7 * mu * kG);
  while (world.time() < rolling_from + 2 * h) world.step();
  EXPECT_NEAR(ball.base_velocity().linear.x(), 5.0 / 7.0 * v0, 1e-8);
  EXPECT_NEAR(ball.base_velocity().angular.y() * 0.1, 5.0 / 7.0 * v0, 1e-8);
  // Spin about the normal has no effect on a point contact.
  EXPECT_NEAR(ball.base_velocity().angular.z(), 3, 1e-9);
}

// The sliding, spinning cube: two independent exact-cone programs give 1.641 m at 1 ms and 1.617 m
// at 10 ms, stop at 0.661 s.
TEST(Sliding, SpinningCubeStopsWhereTheExactConePredicts) {
  for (const auto& [h, distance] : {std::pair(1e-3, 1.641), std::pair(1e-2, 1.617)}) {
    World world(world_spec(h, {.mu = 1}, "cone", "conic", 1e-10));
    world.add_ground();
    SpatialVelocity velocity;
    velocity.linear = Vector3(0, 5, 0);
    velocity.angular = Vector3(0, 0, 2 * std::numbers::pi);
    Model& cube = world.add(
        body("cube", test::box({1, 1, 1}), 1, RigidTransform(Vector3(0, 0, 0.5)), velocity));
    double top = 0;
    while (world.time() < 1) {
      world.step();
      top = std::max(top, cube.base_pose().p.z());
    }
    EXPECT_NEAR(cube.base_pose().p.head<2>().norm(), distance, 0.003) << "h = " << h;
    EXPECT_NEAR(top, 0.5, 1e-4);
    EXPECT_LT(cube.base_velocity().linear.norm(), 1e-6);
  }
}

// Level i of a stack carries the weight above it.
TEST(Stack, ContactImpulsesEqualTheWeightAbove) {
  const double h = 1e-3;
  World world(world_spec(h, {.mu = 0.5}, "cone", "conic", 1e-11));
  world.add_ground();
  const int n = 5;
  for (int i = 0; i < n; ++i) {
    world.add(body("ball" + std::to_string(i), test::sphere(0.1), 1 + i,
                   RigidTransform(Vector3(0, 0, 0.1 + 0.2 * i))));
  }
  for (int k = 0; k < 200; ++k) world.step();
  for (const ContactInfo& contact : world.contacts()) {
    double above = 0;
    const std::string lower(
        contact.model_a == "ground" ? contact.model_b : std::min(contact.model_a, contact.model_b));
    const int first =
        contact.model_a == "ground" || contact.model_b == "ground" ? 0 : lower.back() - '0' + 1;
    for (int i = first; i < n; ++i) above += 1 + i;
    EXPECT_NEAR(contact.impulse.norm(), above * kG * h, 1e-6 * above * kG * h);
  }
  EXPECT_EQ(world.contacts().size(), 5u);
}

// Impact without restitution: the body that falls stops on the ground, and the depth stays within
// the bound of the compliance.
TEST(Drop, DroppedBodyLandsWithoutBounceOrPenetration) {
  World world(world_spec(1e-3, {}, "cone", "conic"));
  world.add_ground();
  Model& box =
      world.add(body("box", test::box({0.2, 0.3, 0.4}), 3, RigidTransform(Vector3(0, 0, 0.3))));
  double depth = 0;
  for (int k = 0; k < 1000; ++k) depth = std::max(depth, world.step().max_penetration);
  EXPECT_LT(depth, 1e-4);
  EXPECT_NEAR(box.base_pose().p.z(), 0.2, 1e-6);
  EXPECT_LT(box.base_velocity().linear.norm(), 1e-7);
}

// Newton's law: a ball dropped with e = 0.5 leaves with half its speed.
TEST(Drop, RestitutionReversesTheSpeed) {
  const double h = 1e-4, e = 0.5;
  World world(world_spec(h, {.restitution = e}, "cone", "conic", 1e-11));
  world.add_ground();
  Model& ball = world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.6))));
  double before = 0, after = 0;
  for (int k = 0; k < 6000 && after <= 0; ++k) {
    before = ball.base_velocity().linear.z();
    world.step();
    after = ball.base_velocity().linear.z();
  }
  EXPECT_NEAR(after, -e * before, 2 * kG * h);
  EXPECT_NEAR(before, -std::sqrt(2 * kG * 0.5), 0.01);
}

}  // namespace
}  // namespace cardan
