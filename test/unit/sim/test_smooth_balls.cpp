#include <gtest/gtest.h>

#include "cardan/world.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::body;

constexpr double kBallStep = 1e-3, kMass = 2;

World smooth_world(const std::string& formulation) {
  WorldSpec spec = test::world_spec(kBallStep, {}, formulation, "conic");
  MaterialSpec& material = spec.materials.named["default"];
  material.mu_static = material.mu_kinetic = 0;
  World world(spec);
  world.add_ground();
  ModelSpec ball = body("ball", test::sphere(0.1), kMass, RigidTransform(Vector3(0, 0, 0.12)));
  ball.velocity.linear = {0.3, 0, 0};
  ball.velocity.angular = {1, 2, 3};
  world.add(ball);
  return world;
}

// `cone` solves a single contact in closed form, and `frictionless` by the plugin.
TEST(SmoothBalls, SingleContactAgreesWithASolver) {
  World closed = smooth_world("cone"), solved = smooth_world("frictionless");
  int touched = 0;
  for (int k = 0; k < 300; ++k) {
    const StepReport& report = closed.step();
    solved.step();
    EXPECT_LE(report.worst_residual, 1e-8);
    EXPECT_EQ(report.iterations, 0);
    ASSERT_EQ(closed.contacts().size(), solved.contacts().size());
    for (std::size_t i = 0; i < closed.contacts().size(); ++i) {
      const ContactInfo &a = closed.contacts()[i], &b = solved.contacts()[i];
      EXPECT_LT((a.impulse - b.impulse).norm(), 1e-7);
      EXPECT_LT((a.velocity - b.velocity).norm(), 1e-7);
      touched += a.impulse.norm() > 0;
    }
    const Model &p = *closed.find("ball"), &q = *solved.find("ball");
    EXPECT_LT((p.v() - q.v()).norm(), 1e-7);
    EXPECT_LT((p.q() - q.q()).norm(), 1e-7);
  }
  EXPECT_GT(touched, 200);
  // In contact with the ground it keeps sliding and spinning, and presses with its weight.
  const ContactInfo& contact = closed.contacts().front();
  EXPECT_NEAR(contact.force.norm(), 9.81 * kMass, 1e-4);
  EXPECT_NEAR(closed.find("ball")->base_velocity().linear.x(), 0.3, 1e-12);
  EXPECT_LT((closed.find("ball")->base_velocity().angular - Vector3(1, 2, 3)).norm(), 1e-12);
}

// Its mass matrix and its weight are written in the first step and hold in all that follow.
TEST(SmoothBalls, ThrownBallAcceleratesByGravityInEveryStep) {
  World world(test::world_spec(kBallStep, {}));
  ModelSpec ball = body("ball", test::sphere(0.1), kMass, RigidTransform(Vector3(0, 0, 10)));
  ball.velocity.linear = {0.3, 0, 2};
  ball.velocity.angular = {1, 2, 3};
  Model& model = world.add(ball);
  for (int k = 1; k <= 100; ++k) {
    world.step();
    const SpatialVelocity V = model.base_velocity();
    EXPECT_NEAR(V.linear.z(), 2 - 9.81 * kBallStep * k, 1e-12);
    EXPECT_NEAR(V.linear.x(), 0.3, 1e-12);
    EXPECT_LT((V.angular - Vector3(1, 2, 3)).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace cardan
