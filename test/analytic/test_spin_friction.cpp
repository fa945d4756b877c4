#include <gtest/gtest.h>

#include <numbers>

#include "test/support/worlds.h"

// Torsion, rolling and anisotropic friction: closed forms of the discretised motion.
namespace cardan {
namespace {

using test::body;
using test::kG;

struct Friction {
  double mu = 0.5, mu_torsion = 0, mu_rolling = 0, mu_ratio = 1;
  Vector3 direction = Vector3::UnitX();
};

WorldSpec rigid_spec(double h, const Friction& friction, const std::vector<Option>& options = {}) {
  WorldSpec spec =
      test::world_spec(h, {.mu = friction.mu, .compliance = 0}, "cone", "conic", 1e-12);
  spec.contact.formulation->options = options;
  MaterialSpec& material = spec.materials.named["default"];
  material.mu_torsion = friction.mu_torsion;
  material.mu_rolling = friction.mu_rolling;
  material.mu_ratio = friction.mu_ratio;
  if (friction.mu_ratio != 1) material.direction = friction.direction;
  return spec;
}

constexpr double kRadius = 0.1;

Model& add_ball(World& world, const Vector3& linear, const Vector3& angular) {
  world.add_ground();
  SpatialVelocity start;
  start.linear = linear;
  start.angular = angular;
  return world.add(
      body("ball", test::sphere(kRadius), 1, RigidTransform(Vector3(0, 0, kRadius)), start));
}

// I ω̇ = −μ_τ m g: ceil(I ω/(μ_τ m g h)) steps, straight down to exactly zero.
TEST(Torsion, TorsionalFrictionStopsTheSpinAtTheClosedFormTime) {
  const double h = 1e-3, mu_torsion = 0.01, omega = 10;
  World world(rigid_spec(h, {.mu_torsion = mu_torsion}));
  Model& ball = add_ball(world, Vector3::Zero(), {0, 0, omega});
  const double change = mu_torsion * kG * h / (0.4 * kRadius * kRadius);
  const int steps = static_cast<int>(std::ceil(omega / change));
  for (int k = 1; k <= steps + 5; ++k) {
    ASSERT_LE(world.step().worst_residual, 1e-12);
    EXPECT_NEAR(ball.base_velocity().angular.z(), std::max(omega - k * change, 0.0), 1e-9);
  }
  EXPECT_NEAR(steps * h, 0.408, 1e-3);
}

// Rolling without slip under the moment μ_r m g: a = 5/7 μ_r g/R.
TEST(Rolling, ResistanceStopsARollingBall) {
  const double h = 1e-3, mu_rolling = 0.05 * kRadius, v0 = 1;
  const Vector3 along(std::cos(0.4), std::sin(0.4), 0);
  World world(rigid_spec(h, {.mu_rolling = mu_rolling}));
  Model& ball = add_ball(world, v0 * along, v0 / kRadius * Vector3::UnitZ().cross(along));
  const double change = 5.0 / 7.0 * mu_rolling * kG / kRadius * h;
  const int steps = static_cast<int>(std::ceil(v0 / change));
  for (int k = 1; k <= steps + 5; ++k) {
    ASSERT_LE(world.step().worst_residual, 1e-12);
    const double speed = std::max(v0 - k * change, 0.0);
    EXPECT_LT((ball.base_velocity().linear - speed * along).norm(), 1e-9) << "step " << k;
  }
  EXPECT_NEAR(steps * h, 2.854, 2e-3);
}

// One ellipsoid for sliding and rolling: the ball slips and rolls, u_t/v = 5/7 (μ_r/(μ R))² to
// first order.
TEST(Rolling, JointConeCreeps) {
  const double h = 1e-3, mu = 0.5, mu_rolling = 0.05 * kRadius, v0 = 1;
  World world(rigid_spec(h, {.mu = mu, .mu_rolling = mu_rolling}, {{"rolling", "joint"}}));
  Model& ball = add_ball(world, {v0, 0, 0}, {0, v0 / kRadius, 0});
  for (int k = 0; k < 500; ++k) ASSERT_LE(world.step().worst_residual, 1e-12);
  const SpatialVelocity velocity = ball.base_velocity();
  const double slip = velocity.linear.x() - kRadius * velocity.angular.y();
  const double predicted = 5.0 / 7.0 * std::pow(mu_rolling / (mu * kRadius), 2);
  EXPECT_NEAR(slip / velocity.linear.x() / predicted, 1, 0.02);
  // It still loses its speed at the rate of the separate form, to the same order.
  EXPECT_NEAR(velocity.linear.x(), v0 - 5.0 / 7.0 * mu_rolling * kG / kRadius * 0.5, 5e-3);
}

// With both moments, the joint cone lets a ball spin on while it rolls; in the separate form, each
// motion ends at its own time.
TEST(Rolling, SpinAndRollingStopSeparatelyOrTogether) {
  const double h = 1e-3, v0 = 1, omega = 10;
  const Friction friction{.mu_torsion = 0.01, .mu_rolling = 0.05 * kRadius};
  double spin_ends[2] = {0, 0};
  for (const bool joint : {false, true}) {
    World world(rigid_spec(h, friction, {{"rolling", joint ? "joint" : "separate"}}));
    Model& ball = add_ball(world, {v0, 0, 0}, {0, v0 / kRadius, omega});
    while (world.time() < 2.5 && std::abs(ball.base_velocity().angular.z()) > 1e-6) {
      ASSERT_LE(world.step().worst_residual, 1e-12);
    }
    spin_ends[joint] = world.time();
  }
  EXPECT_NEAR(spin_ends[0], 0.408, 2e-3);
  EXPECT_GT(spin_ends[1], 1.5 * spin_ends[0]);
}

/// −(μ1² cos θ, μ2² sin θ)/√(μ1² cos² θ + μ2² sin² θ) along and across: friction of maximum
/// dissipation in the ellipse of semi-axes μ1, μ2 for slip at an angle θ from the first.
Vector2 ellipse_friction(double mu1, double mu2, const Vector2& slip) {
  const Vector2 scaled(mu1 * mu1 * slip.x(), mu2 * mu2 * slip.y());
  return -scaled / std::hypot(mu1 * slip.x(), mu2 * slip.y());
}

// A sliding block loses λ_t of the ellipse in every step, evaluated at the slip at the end of the
// step, for any direction of slip and grain.
TEST(AnisotropicFriction, SlidingBlocksFollowTheEllipse) {
  const double h = 1e-3, mu1 = 0.6, ratio = 0.4;
  for (const double grain : {0.0, 0.7, 2.0}) {
    for (int k = 0; k < 8; ++k) {
      const double angle = 2 * std::numbers::pi * (k + 0.2) / 8;
      World world(rigid_spec(
          h, {.mu = mu1, .mu_ratio = ratio, .direction = {std::cos(grain), std::sin(grain), 0}}));
      // The ground has the grain, because a grain of the block would turn with the block.
      world.add_ground();
      SpatialVelocity start;
      start.linear = Vector3(std::cos(angle), std::sin(angle), 0);
      Model& box = world.add(
          body("slab", test::box({2, 2, 0.02}), 1, RigidTransform(Vector3(0, 0, 0.01)), start));
      const Eigen::Rotation2Dd into_grain(-grain);
      for (int step = 0; step < 30; ++step) {
        const Vector3 before = box.base_velocity().linear;
        ASSERT_LE(world.step().worst_residual, 1e-12);
        const Vector3 after = box.base_velocity().linear;
        const Vector2 change = into_grain * (after - before).head<2>();
        const Vector2 expected =
            kG * h * ellipse_friction(mu1, ratio * mu1, into_grain * after.head<2>());
        EXPECT_LT((change - expected).norm(), 1e-10) << "grain " << grain << ", slip " << angle;
      }
      // The readout equals the acting impulse.
      Vector3 impulse = Vector3::Zero(), slip = Vector3::Zero();
      for (const ContactInfo& contact : world.contacts()) {
        const double sign = contact.model_b == "slab" ? 1 : -1;
        impulse += sign * contact.impulse;
        slip = sign * contact.velocity;
        EXPECT_EQ(contact.state, ContactState::kSlide);
      }
      const Vector2 friction =
          h * kG * ellipse_friction(mu1, ratio * mu1, into_grain * slip.head<2>());
      EXPECT_LT((into_grain * impulse.head<2>() - friction).norm(), 1e-9);
      EXPECT_LT((slip - box.base_velocity().linear).head<2>().norm(), 1e-9);
    }
  }
}

// On a slope along and across the grain the block holds up to tan α = μ of that direction.
TEST(AnisotropicFriction, BlocksHoldInsideTheEllipse) {
  const double h = 1e-3, mu1 = 0.6, ratio = 0.5;
  for (const bool across : {false, true}) {
    for (const double share : {0.95, 1.05}) {
      const double alpha = std::atan(share * (across ? ratio : 1.0) * mu1);
      const Vector3 direction = across ? Vector3::UnitY() : Vector3::UnitX();
      World world(rigid_spec(h, {.mu = mu1, .mu_ratio = ratio, .direction = direction}));
      world.add(test::slope(alpha));
      const Matrix3 R = Eigen::AngleAxisd(alpha, Vector3::UnitY()).toRotationMatrix();
      Model& box =
          world.add(body("box", test::box({0.4, 0.4, 0.02}), 1, {R, R * Vector3(0, 0, 0.01)}));
      for (int k = 0; k < 200; ++k) world.step();
      const double speed = box.base_velocity().linear.norm();
      if (share < 1) {
        EXPECT_LT(speed, 1e-9);
      } else {
        const double mu = (across ? ratio : 1.0) * mu1;
        EXPECT_NEAR(speed, 0.2 * kG * (std::sin(alpha) - mu * std::cos(alpha)), 1e-8);
      }
    }
  }
}

}  // namespace
}  // namespace cardan
