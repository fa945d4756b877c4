#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cardan/queries.h"
#include "cardan/world.h"
#include "test/support/worlds.h"

// Which contacts slide, and which coefficient of friction they have.
namespace cardan {
namespace {

using test::kG;

struct Friction {
  double mu_static = 0.6, mu_kinetic = 0.15;
};

WorldSpec two_coefficients(double h, const Friction& friction, const char* integrator = "") {
  WorldSpec spec = test::world_spec(h, {});
  spec.materials.named["default"].mu_static = friction.mu_static;
  spec.materials.named["default"].mu_kinetic = friction.mu_kinetic;
  if (std::string(integrator) == "midpoint") spec.integrator = Integrator::kMidpoint;
  return spec;
}

constexpr double kRod = 0.8, kStart = 0.05;  ///< length [m] and first tilt [rad] of a rod

/// Friction of the foot of a falling rod that sticks, divided by its normal force.
double needed_friction(double tilt) {
  const double c = std::cos(tilt), s = std::sin(tilt);
  const double alpha = 1.5 * kG * s / kRod, omega2 = 3 * kG * (std::cos(kStart) - c) / kRod;
  return std::abs(kRod / 2 * (alpha * c - omega2 * s)) / (kG - kRod / 2 * (alpha * s + omega2 * c));
}

double critical_tilt(double mu) {
  double tilt = kStart;
  while (needed_friction(tilt) < mu) tilt += 1e-5;
  return tilt;
}

/// A thin rod with its foot on the floor. Its radius is so small that the foot does not roll.
Model& add_rod(World& world) {
  constexpr double kFootRadius = 1e-5;
  const std::string text =
      "<robot name='rod'><link name='rod'><inertial><mass value='2'/><inertia ixx='" +
      std::to_string(2 * kRod * kRod / 12) + "' iyy='" + std::to_string(2 * kRod * kRod / 12) +
      "' izz='1e-5' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><capsule length='" +
      std::to_string(kRod) + "' radius='0.00001'/></geometry></collision></link></robot>";
  RigidTransform pose(
      Vector3(kRod / 2 * std::sin(kStart), 0, kFootRadius + kRod / 2 * std::cos(kStart)));
  pose.R = Eigen::AngleAxisd(kStart, Vector3::UnitY()).toRotationMatrix();
  return world.add_urdf_text(text, "", pose, BaseKind::kFloating);
}

// [Synge and Griffith 1959]: the foot of a rod that falls over sticks until the friction that it
// needs exceeds the static bound.
TEST(StickAndSlip, FootOfARodSticksUntilItsCriticalTilt) {
  const Friction friction;
  const double critical = critical_tilt(friction.mu_static);
  for (const char* integrator : {"", "midpoint"}) {
    for (const double h : {1e-2, 4e-3, 2e-3, 1e-3, 5e-4}) {
      World world(two_coefficients(h, friction, integrator));
      world.add_ground();
      Model& rod = add_rod(world);
      double tilt = kStart;
      while (tilt < 1.2) {
        world.step();
        const RigidTransform pose = rod.pose("rod");
        tilt = std::asin(pose.R(0, 2));
        const double foot = pose.p.x() - kRod / 2 * std::sin(tilt);
        if (std::abs(foot) > 1e-3) break;
        for (const ContactInfo& contact : world.contacts()) {
          if (tilt > critical - 0.05) continue;
          EXPECT_EQ(contact.state, ContactState::kStick) << integrator << " " << h << " " << tilt;
          EXPECT_GT(contact.margin, 0) << integrator << " " << h << " " << tilt;
        }
      }
      EXPECT_GT(tilt, critical - 0.01) << integrator << " " << h;
      EXPECT_LT(tilt, critical + 0.2) << integrator << " " << h;
    }
  }
}

// A box that a wall holds on a belt has kinetic friction, however slow the belt is.
TEST(StickAndSlip, SlowBeltHasKineticFriction) {
  for (const double speed : {1e-1, 1e-3, 1e-4, 1e-5}) {
    WorldSpec spec = two_coefficients(1e-3, {});
    spec.materials.named["belt"] = spec.materials.named["default"];
    spec.materials.named["belt"].surface_velocity = Vector3(speed, 0, 0);
    World world(spec);
    ModelSpec belt = test::slope(0);
    belt.name = "belt";
    belt.material = "belt";
    world.add(belt);
    ModelSpec wall = test::body("wall", test::box({0.1, 1, 1}), 0, test::at(0.15, 0, 0.5));
    wall.is_static = true;
    world.add(wall);
    world.add(test::body("box", test::box({0.2, 0.2, 0.1}), 1, test::at(0, 0, 0.05)));
    for (int k = 0; k < 200; ++k) world.step();
    EXPECT_NEAR(contact_force(world, "wall").force.x(), 0.15 * kG, 0.05) << speed;
    for (const ContactInfo& contact : contacts_between(world, "box", "belt"))
      EXPECT_EQ(contact.state, ContactState::kSlide) << speed;
  }
}

// A box tips over its edge: the contacts stick although the velocity of their points after the step
// is not zero, and friction takes no power from a surface at rest.
TEST(StickAndSlip, EdgeThatTurnsSticks) {
  for (const double h : {1e-2, 1e-3}) {
    World world(test::world_spec(h, {1.5}));
    world.add_ground();
    const Matrix3 R = Eigen::AngleAxisd(0.9, Vector3::UnitY()).toRotationMatrix();
    // The edge is the corner (0.05, -0.1) of the section.
    const Vector3 center = -(R * Vector3(0.05, 0, -0.1));
    world.add(test::body("box", test::box({0.1, 0.3, 0.2}), 1, RigidTransform(R, center)));
    bool moved = false;
    for (double t = 0; t < 0.15; t += h) {
      world.step();
      for (const ContactInfo& contact : world.contacts()) {
        if (contact.state == ContactState::kOpen) continue;
        EXPECT_EQ(contact.state, ContactState::kStick) << h << " " << t;
        EXPECT_LE(contact.impulse.dot(contact.slip), 1e-12) << h << " " << t;
        EXPECT_GE(contact.margin, 0) << h << " " << t;
        moved = true;
      }
    }
    EXPECT_TRUE(moved);
  }
}

}  // namespace
}  // namespace cardan
