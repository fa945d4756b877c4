#include <gtest/gtest.h>

#include "test/support/worlds.h"

// A box on a slope, and a box pushed over a plane in every direction: closed forms of the
// discretised system.
namespace cardan {
namespace {

using test::body;
using test::slope;
using test::world_spec;

constexpr double kPi = std::numbers::pi;

RigidTransform on_slope(double angle, double half_height) {
  const Matrix3 R = Eigen::AngleAxisd(angle, Vector3::UnitY()).toRotationMatrix();
  return {R, R * Vector3(0, 0, half_height)};
}

// tan α ≤ μ: the box stays where it is. Exact friction has no creep.
TEST(Slope, BoxSticksBelowTheFrictionAngle) {
  for (const double h : {1e-3, 1e-2}) {
    const double alpha = std::atan(0.95 * 0.5);
    World world(world_spec(h, {.mu = 0.5}, "cone", "conic", 1e-12));
    world.add(slope(alpha));
    Model& box = world.add(body("box", test::box({0.4, 0.3, 0.2}), 2, on_slope(alpha, 0.1)));
    while (world.time() < 1) world.step();
    const Vector3 start = box.base_pose().p;
    while (world.time() < 10) {
      const StepReport& report = world.step();
      ASSERT_LE(report.worst_residual, 1e-12) << "at " << world.time();
    }
    EXPECT_LE((box.base_pose().p - start).norm(), 1e-9) << "h = " << h;
  }
}

// tan α > μ: v_k = k h g (sin α − μ cos α), exactly, with rigid contact.
TEST(Slope, SlidingBoxFollowsTheClosedForm) {
  const double h = 1e-3, alpha = 0.6, mu = 0.3, g = 9.81;
  World world(world_spec(h, {.mu = mu, .compliance = 0}, "cone", "conic", 1e-12));
  world.add(slope(alpha));
  // Flat and wide, so that it slides without tipping.
  Model& box = world.add(body("box", test::box({0.4, 0.4, 0.1}), 2, on_slope(alpha, 0.05)));
  const double a = g * (std::sin(alpha) - mu * std::cos(alpha));
  const Vector3 downhill = on_slope(alpha, 0).R.col(0);
  for (int k = 1; k <= 1000; ++k) {
    world.step();
    if (k % 100 == 0) {
      const double expected = k * h * a;
      EXPECT_NEAR(box.base_velocity().linear.dot(downhill) / expected, 1, 1e-9) << "step " << k;
    }
  }
  EXPECT_LT(box.base_velocity().angular.norm(), 1e-8);
}

// In 16 directions the friction of a polyhedral cone lies between cos(π/d) and 1 of μ N; that of
// the exact cone is 1.
TEST(Slope, PolyhedralFrictionLiesInItsFacets) {
  const double h = 1e-3, mu = 0.4, g = 9.81, mass = 1;
  for (const int d : {0, 4, 8, 16}) {
    for (int k = 0; k < 16; ++k) {
      const double angle = 2 * kPi * k / 16 + 0.03;
      WorldSpec spec = world_spec(h, {.mu = mu, .compliance = 0}, d ? "polyhedral" : "cone",
                                  d ? "lemke" : "conic", 1e-11);
      if (d) spec.contact.formulation->options = {{"directions", std::to_string(d)}};
      World world(spec);
      world.add_ground();
      SpatialVelocity velocity;
      velocity.linear = Vector3(std::cos(angle), std::sin(angle), 0);
      Model& box = world.add(body("box", test::box({1, 1, 0.02}), mass,
                                  RigidTransform(Vector3(0, 0, 0.01)), velocity));
      world.step();
      const Vector3 impulse = mass * (box.base_velocity().linear - velocity.linear);
      const double friction = impulse.head<2>().norm() / (mu * mass * g * h);
      if (d == 0) {
        EXPECT_NEAR(friction, 1, 1e-8) << angle;
        EXPECT_NEAR(-impulse.head<2>().dot(velocity.linear.head<2>()) / (mu * mass * g * h), 1,
                    1e-8);
      } else {
        EXPECT_LE(friction, 1 + 1e-8) << d << " directions at " << angle;
        EXPECT_GE(friction, std::cos(kPi / d) - 1e-8) << d << " directions at " << angle;
      }
    }
  }
}

}  // namespace
}  // namespace cardan
