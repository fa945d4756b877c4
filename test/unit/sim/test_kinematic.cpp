#include <gtest/gtest.h>

#include "cardan/error.h"
#include "test/analytic/linkages.h"
#include "test/support/kept_state.h"
#include "test/support/worlds.h"

// Scripted bodies carry the bodies on them, and no force moves them.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::world_spec;

ModelSpec platform(const KinematicSpec& script) {
  ModelSpec spec;
  spec.name = "platform";
  spec.geometry = box({4, 4, 0.2});
  spec.pose = at(0, 0, -0.1);
  spec.kinematic = script;
  return spec;
}

KinematicSpec constant(const Vector3& linear, const Vector3& angular = Vector3::Zero()) {
  KinematicSpec script;
  script.velocity = {angular, linear};
  return script;
}

/// x = ½ a t² by knots one step apart, so that every step has the mean speed of its interval.
KinematicSpec accelerated(double a, double h, int steps) {
  KinematicSpec script;
  for (int k = 0; k <= steps; ++k) {
    const double t = k * h;
    script.path.push_back({t, at(0.5 * a * t * t, 0, 0)});
  }
  return script;
}

// A box dropped on a moving platform slides until μ g t = v and then sticks.
TEST(Kinematic, PlatformCarriesABoxAtItsSpeed) {
  const double h = 1e-3, v = 0.5, mu = 0.4;
  World world(world_spec(h, {.mu = mu}, "", "", 1e-10));
  Model& moving = world.add(platform(constant({v, 0, 0.2})));
  Model& crate =
      world.add(body("crate", box({0.2, 0.2, 0.2}), 2, at(0, 0, 0.1), {{0, 0, 0}, {0, 0, 0.2}}));
  for (int k = 0; k < 1000; ++k) world.step();
  EXPECT_NEAR(moving.base_pose().p.x(), v * 1.0, 1e-12);
  EXPECT_NEAR(moving.base_pose().p.z(), -0.1 + 0.2, 1e-12);
  EXPECT_EQ(moving.base_velocity().linear, Vector3(v, 0, 0.2));
  EXPECT_TRUE(moving.is_kinematic());
  EXPECT_FALSE(moving.is_static());
  EXPECT_NEAR(crate.base_velocity().linear.x(), v, 1e-8);
  EXPECT_NEAR(crate.base_pose().p.z(), 0.1 + 0.2, 1e-6);
  // Slip until then: v t − v²/(2 μ g), to within the motion of one step.
  EXPECT_NEAR(crate.base_pose().p.x(), v * 1.0 - v * v / (2 * mu * 9.81), 2 * h * v);
  // The platform joins no island, and its contact forces stand in the readout.
  EXPECT_EQ(world.report().islands.size(), 1u);
  double normal = 0;
  for (const ContactInfo& contact : world.contacts()) normal += std::abs(contact.force.z());
  EXPECT_NEAR(normal, 2 * 9.81, 1e-5);
}

TEST(Kinematic, BoxSlipsWhenThePlatformIsFasterThanFriction) {
  const double h = 1e-3, mu = 0.3;
  for (const auto& [a, sticks] :
       {std::pair(0.9 * mu * 9.81, true), std::pair(1.5 * mu * 9.81, false)}) {
    World world(world_spec(h, {.mu = mu}));
    world.add(platform(accelerated(a, h, 600)));
    Model& crate = world.add(body("crate", box({0.4, 0.4, 0.1}), 2, at(0, 0, 0.05)));
    for (int k = 0; k < 500; ++k) world.step();
    const double moved = crate.base_pose().p.x(), t = 0.5;
    if (sticks) {
      EXPECT_NEAR(moved, 0.5 * a * t * t, 1e-6) << a;
    } else {
      // In the first step the platform's mean speed is ¾ μ g h, within friction; then v grows by
      // μ g h a step: v = μ g (t − h/4), x = Σ h v.
      EXPECT_NEAR(moved, mu * 9.81 * t * (0.5 * (t + h) - 0.25 * h), 1e-6) << a;
    }
  }
}

// A box on a turntable does not move relative to it.
TEST(Kinematic, TurntableCarriesABoxAround) {
  const double omega = 1;
  World world(world_spec(1e-3, {.mu = 1}));
  world.add(platform(constant(Vector3::Zero(), {0, 0, omega})));
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.1}), 2, at(0.5, 0, 0.05),
                                {{0, 0, omega}, {0, 0.5 * omega, 0}}));
  for (int k = 0; k < 2000; ++k) world.step();
  const Vector3 p = crate.base_pose().p;
  EXPECT_NEAR(p.head<2>().norm(), 0.5, 1e-3);
  EXPECT_NEAR(std::atan2(p.y(), p.x()), 2 * omega, 2e-3);
}

// At any constant rate it turns and travels with the turntable, to within the tolerance of the
// solver and what friction takes to press it inwards.
TEST(Kinematic, TurntableCarriesTheYawOfABox) {
  const double h = 1e-2, time = 20;
  for (const double omega : {0.5, 1.0, -2.0}) {
    for (const double radius : {0.0, 0.5}) {
      World world(world_spec(h, {.mu = 1}, "", "", 1e-10));
      world.add(platform(constant(Vector3::Zero(), {0, 0, omega})));
      const Model& crate = world.add(body("crate", box({0.2, 0.2, 0.1}), 2, at(radius, 0, 0.05),
                                          {{0, 0, omega}, {0, radius * omega, 0}}));
      while (world.time() < time - 0.5 * h) world.step();
      const Matrix3 turn =
          Eigen::AngleAxisd(omega * time, Vector3::UnitZ()).toRotationMatrix().transpose();
      const Matrix3 rest = turn * crate.base_pose().R;
      EXPECT_NEAR(std::atan2(rest(1, 0), rest(0, 0)), 0, 1e-6) << omega << " " << radius;
      const Vector3 p = turn * crate.base_pose().p;
      EXPECT_NEAR(p.x(), radius, 2e-5) << omega << " " << radius;
      EXPECT_NEAR(p.y(), 0, 1e-6) << omega << " " << radius;
    }
  }
}

TEST(Kinematic, PathIsInterpolatedSmoothedAndRepeated) {
  KinematicSpec script;
  script.path = {{0.1, at(0, 0, 0)},
                 {0.3, RigidTransform::from_xyz_rpy({1, 0, 0}, {0, 0, 1})},
                 {0.5, at(0, 0, 0)}};
  const auto pose_after = [&](int steps) {
    World world(world_spec(1e-2, {}));
    const Model& model = world.add(platform(script));
    for (int k = 0; k < steps; ++k) world.step();
    return std::pair(model.base_pose(), model.base_velocity());
  };
  EXPECT_EQ(pose_after(5).first.p, Vector3(0, 0, -0.1));
  const auto [quarter, V] = pose_after(15);
  EXPECT_NEAR(quarter.p.x(), 0.25, 1e-12);
  EXPECT_NEAR(roll_pitch_yaw(quarter.R).z(), 0.25, 1e-12);
  EXPECT_NEAR(V.linear.x(), 5, 1e-12);
  EXPECT_NEAR(V.angular.z(), 5, 1e-12);
  EXPECT_NEAR(pose_after(80).first.p.x(), 0, 1e-12);
  EXPECT_EQ(pose_after(80).second.linear, Vector3(0, 0, 0));
  script.smooth = true;
  EXPECT_NEAR(pose_after(15).first.p.x(), 10 / 64.0 - 15 / 256.0 + 6 / 1024.0, 1e-12);
  EXPECT_NEAR(pose_after(30).second.linear.norm(), 0, 1e-9);
  script.smooth = false;
  script.repeat = true;
  EXPECT_NEAR(pose_after(55).first.p.x(), 0.25, 1e-9);
}

// A pendulum whose base is driven: the base follows the script exactly, the rod as
// θ̈ = −(m l/I) (g + z̈) sin θ − (m l/I) ẍ cos θ.
TEST(Kinematic, RobotHangsOnAScriptedBase) {
  const double h = 2.5e-4, a = 3;
  SkeletonBuilder builder("swing");
  LinkSpec base;
  base.name = "base";
  base.joint_name = "free";
  base.joint_type = JointType::kFloating;
  base.inertia.mass = 0.5;
  base.inertia.inertia = Matrix3::Identity();
  builder.add_link(base);
  LinkSpec rod = test::rod_link("rod", "base", 0, {2, 1});
  builder.add_link(rod);
  World world(world_spec(h, {}));
  ModelSpec spec;
  spec.name = "swing";
  spec.skeleton = builder.build();
  spec.kinematic = accelerated(a, h, 8000);
  spec.pose = at(0, 0, 2);
  spec.q["rod"] = -M_PI / 2;
  Model& model = world.add(spec);
  double residual = 0;
  for (int k = 0; k < 4000; ++k) residual = std::max(residual, world.step().worst_residual);
  EXPECT_LE(residual, 1e-8);
  EXPECT_LE((model.base_pose().p - Vector3(0.5 * a, 0, 2)).norm(), 1e-11);
  // The oracle: Runge–Kutta on θ̈ = −(m l / I)(g cos θ − a sin θ), θ from x towards z, I = m/3, l =
  // ½.
  double theta = -M_PI / 2, rate = 0;
  const auto f = [&](double t) { return -1.5 * (9.81 * std::cos(t) - a * std::sin(t)); };
  const double d = 1e-3;
  for (int k = 0; k < 1000; ++k) {
    const double k1 = f(theta), r2 = rate + d / 2 * k1, k2 = f(theta + d / 2 * rate),
                 r3 = rate + d / 2 * k2, k3 = f(theta + d / 2 * r2), r4 = rate + d * k3,
                 k4 = f(theta + d * r3);
    theta += d / 6 * (rate + 2 * r2 + 2 * r3 + r4);
    rate += d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  EXPECT_NEAR(model.joint_position("rod"), theta, 2e-3);
}

TEST(Kinematic, InvalidInputIsRejected) {
  World world(world_spec(1e-3, {}));
  const auto message = [&](ModelSpec spec) -> std::string {
    try {
      world.add(spec);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  ModelSpec both = platform(constant({1, 0, 0}));
  both.is_static = true;
  EXPECT_NE(message(both).find("both static and kinematic"), std::string::npos);
  ModelSpec twice = platform(constant({1, 0, 0}));
  twice.velocity.linear.x() = 1;
  EXPECT_NE(message(twice).find("a velocity cannot be combined with a script"), std::string::npos);
  ModelSpec back = platform(accelerated(1, 1e-3, 3));
  back.kinematic->path[2].time = 0;
  EXPECT_NE(message(back).find("do not ascend"), std::string::npos);
  EXPECT_NE(message(platform(constant({std::nan(""), 0, 0}))).find("not finite"),
            std::string::npos);
  EXPECT_EQ(world.num_models(), 0);
}

TEST(Kinematic, SavedStateContinuesBitForBit) {
  const auto make = [] {
    World world(world_spec(1e-3, {.mu = 0.5}));
    world.add(platform(accelerated(2, 1e-2, 100)));
    world.add(body("crate", box({0.2, 0.2, 0.2}), 2, at(0, 0, 0.1)));
    return world;
  };
  for (const test::StateForm form : test::kStateForms) {
    SCOPED_TRACE(test::name_of(form));
    World first = make();
    for (int k = 0; k < 155; ++k) first.step();
    const test::KeptState kept(form, first);
    const Vector3 at_save = first.model(0).base_pose().p;
    for (int k = 0; k < 100; ++k) first.step();
    World second = make();
    kept.restore(second);
    EXPECT_EQ(second.model(0).base_pose().p, at_save);
    for (int k = 0; k < 100; ++k) second.step();
    EXPECT_EQ(second.state_hash(), first.state_hash());
    EXPECT_EQ(second.model(0).base_pose().p, first.model(0).base_pose().p);
  }
}

}  // namespace
}  // namespace cardan
