#include <cmath>
#include <numbers>

#include "cardan/error.h"
#include "cardan/quantity.h"
#include "test/support/worlds.h"

namespace cardan::app {
namespace {

// A sphere of 2 kg with a known pose and motion in free flight, beside a ground far below.
class Quantities : public testing::Test {
 protected:
  Quantities() {
    WorldSpec spec;
    spec.step = 0.01;
    world_ = World(spec);
    world_.add_ground(-100);
    RigidTransform pose = RigidTransform::from_xyz_rpy({1, 2, 3}, {0.1, 0.2, 0.3});
    SpatialVelocity velocity;
    velocity.linear = {3, -4, 12};
    velocity.angular = {0.6, 0, 0.8};
    world_.add(test::body("ball", test::sphere(0.1), 2, pose, velocity));
    world_.add(test::body("ball.2", test::sphere(0.1), 1,
                          RigidTransform::from_xyz_rpy({1, 5, 7}, {0, 0, 0})));
  }
  double value(const std::string& name) const {
    return make_quantity(name, world_, "").measure(world_);
  }
  std::string unit(const std::string& name) const { return make_quantity(name, world_, "").unit; }

  World world_;
};

TEST_F(Quantities, BaseQuantitiesHaveKnownValues) {
  EXPECT_DOUBLE_EQ(value("ball.base.x"), 1);
  EXPECT_DOUBLE_EQ(value("ball.base.y"), 2);
  EXPECT_DOUBLE_EQ(value("ball.base.z"), 3);
  EXPECT_DOUBLE_EQ(value("ball.base.height"), 3);
  EXPECT_NEAR(value("ball.base.roll"), 0.1, 1e-14);
  EXPECT_NEAR(value("ball.base.pitch"), 0.2, 1e-14);
  EXPECT_NEAR(value("ball.base.yaw"), 0.3, 1e-14);
  EXPECT_NEAR(value("ball.base.tilt"), std::acos(std::cos(0.1) * std::cos(0.2)), 1e-14);
  EXPECT_DOUBLE_EQ(value("ball.base.speed"), 13);
  EXPECT_DOUBLE_EQ(value("ball.base.vx"), 3);
  EXPECT_DOUBLE_EQ(value("ball.base.vy"), -4);
  EXPECT_DOUBLE_EQ(value("ball.base.vz"), 12);
  EXPECT_DOUBLE_EQ(value("ball.base.spin"), 1);
  EXPECT_DOUBLE_EQ(value("ball.base.wx"), 0.6);
  EXPECT_DOUBLE_EQ(value("ball.base.wy"), 0);
  EXPECT_DOUBLE_EQ(value("ball.base.wz"), 0.8);
  EXPECT_EQ(unit("ball.base.wz"), "rad/s");
  EXPECT_DOUBLE_EQ(value("distance(ball, ball.2)"), 5);
  EXPECT_DOUBLE_EQ(value("ball.2.base.y"), 5);  // the longest name that fits
}

TEST_F(Quantities, EnergyAndMomentumHaveKnownValues) {
  const double spin = 0.5 * 0.4 * 2 * 0.01;  // ½ (2/5 m r²) ω² with ω = 1
  EXPECT_NEAR(value("ball.kinetic_energy"), 169 + spin, 1e-12);
  EXPECT_NEAR(value("ball.potential_energy"), 2 * 9.81 * 3, 1e-12);
  EXPECT_NEAR(value("ball.energy"), 169 + spin + 2 * 9.81 * 3, 1e-12);
  EXPECT_NEAR(value("potential_energy"), 9.81 * (6 + 7), 1e-12);
  EXPECT_NEAR(value("energy"), 169 + spin + 9.81 * 13, 1e-12);
  EXPECT_NEAR(value("momentum.x"), 6, 1e-13);
  EXPECT_NEAR(value("momentum.y"), -8, 1e-13);
  EXPECT_NEAR(value("momentum.z"), 24, 1e-13);
  // p × m v + I ω = (1, 2, 3) × (6, −8, 24) + 0.008 (0.6, 0, 0.8)
  EXPECT_NEAR(value("angular_momentum.x"), 72 + 0.0048, 1e-12);
  EXPECT_NEAR(value("angular_momentum.y"), -6, 1e-12);
  EXPECT_NEAR(value("angular_momentum.z"), -20 + 0.0064, 1e-12);
}

TEST_F(Quantities, RelativeQuantitiesCompareWithTheStart) {
  const Quantity travel = make_quantity("ball.base.travel", world_, "");
  const Quantity path = make_quantity("ball.base.path", world_, "");
  const Quantity energy = make_quantity("energy_change", world_, "");
  const Quantity momentum = make_quantity("momentum_change", world_, "");
  for (int k = 1; k <= 240; ++k) {
    world_.step();
    path.measure(world_);
  }
  // Semi-implicit Euler: z = z0 + v t − ½ g t (t + h), up and down again; x and y alike.
  const double t = 2.4, dz = 12 * t - 0.5 * 9.81 * t * (t + 0.01);
  EXPECT_NEAR(travel.measure(world_), std::sqrt(25 * t * t + dz * dz), 1e-9);
  // ∫ √(25 + w²) dw / g with w from −12 to 12 − g t; chords and the half step take their share.
  const auto arc = [](double w) {
    return 0.5 * (w * std::sqrt(25 + w * w) + 25 * std::asinh(w / 5)) / 9.81;
  };
  EXPECT_NEAR(path.measure(world_), arc(12) - arc(12 - 9.81 * t), 0.02);
  EXPECT_NEAR(energy.measure(world_), value("energy") - (169 + 0.004 + 9.81 * 13), 1e-9);
  EXPECT_NEAR(momentum.measure(world_), 3 * 9.81 * t, 1e-9);
  EXPECT_NEAR(value("time"), t, 1e-12);
}

TEST(QuantitiesOfContacts, ContactQuantitiesHaveKnownValues) {
  World world(test::world_spec(0.01, {}));
  world.add_ground();
  world.add(test::body("box", test::box({0.2, 0.2, 0.2}), 3,
                       RigidTransform::from_xyz_rpy({0, 0, 0.1}, {0, 0, 0})));
  SpatialVelocity sideways;
  sideways.linear = {5, 0, 0};
  world.add(test::body("slider", test::box({0.2, 0.2, 0.2}), 1,
                       RigidTransform::from_xyz_rpy({0, 3, 0.1}, {0, 0, 0}), sideways));
  const auto value = [&](const std::string& name) {
    return make_quantity(name, world, "").measure(world);
  };
  EXPECT_EQ(value("contacts"), 0);
  for (int k = 0; k < 3; ++k) world.step();
  EXPECT_EQ(value("contacts"), 8);
  EXPECT_EQ(value("box.contacts"), 4);
  EXPECT_EQ(value("ground.contacts"), 8);
  EXPECT_EQ(value("sticking"), 4);
  EXPECT_EQ(value("sliding"), 4);
  EXPECT_EQ(value("islands"), 2);
  EXPECT_NEAR(value("box.contact_force.z"), 3 * 9.81, 1e-5);
  EXPECT_NEAR(value("ground.contact_force.z"), -4 * 9.81, 1e-5);
  EXPECT_NEAR(value("slider.contact_force.x"), -0.8 * 9.81, 1e-5);
  EXPECT_NEAR(value("normal_force"), 4 * 9.81, 1e-5);
  double squares = 0;
  for (const ContactInfo& contact : world.contacts()) squares += contact.phi * contact.phi;
  EXPECT_DOUBLE_EQ(value("penetration_squared"), squares);
  EXPECT_GT(squares, 0);
  EXPECT_LT(value("residual"), 1e-8);
  EXPECT_LT(value("cone_residual"), 1e-6);
  for (const char* none : {"fallbacks", "failed_islands", "approximate_islands", "dropped_rows",
                           "limit_error", "loop_error"}) {
    EXPECT_EQ(value(none), 0) << none;
  }
  EXPECT_GE(value("iterations"), 0);
}

TEST(QuantitiesOfContacts, ContactsOfARemovedModelDoNotCount) {
  World world(test::world_spec(0.01, {0.5, 0}));
  world.add_ground();
  for (const char* name : {"a", "b"})
    world.add(test::body(name, test::sphere(0.1), 1, test::at(name[0] == 'a' ? 0 : 1, 0, 0.1)));
  world.step();
  const Quantity contacts = make_quantity("contacts", world, "");
  EXPECT_EQ(contacts.measure(world), 2);
  world.remove("b");
  EXPECT_EQ(contacts.measure(world), 1);
}

TEST(QuantitiesOfRobots, RobotQuantitiesHaveKnownValues) {
  WorldSpec spec;
  spec.step = 1e-3;
  World world(spec);
  ModelSpec robot;
  robot.name = "p";
  robot.urdf = CARDAN_SOURCE_DIR "/data/robots/pendulum.urdf";
  robot.q["swing"] = 0.5;
  Model& model = world.add(robot);
  const std::string link = model.skeleton()->frames.back().name;
  const auto value = [&](const std::string& name) {
    return make_quantity(name, world, "").measure(world);
  };
  EXPECT_EQ(value("p.q.swing"), 0.5);
  EXPECT_EQ(make_quantity("p.q.swing", world, "").unit, "rad");
  model.set_v(VectorX::Constant(1, 2.0));
  EXPECT_EQ(value("p.v.swing"), 2);
  EXPECT_NEAR(value("p/" + link + ".spin"), 2, 1e-14);
  EXPECT_NEAR(value("p/" + link + ".z"), model.pose(link).p.z(), 1e-15);
  EXPECT_EQ(value("p.effort.swing"), 0);
  model.set_effort("swing", 1.25);
  EXPECT_EQ(value("p.effort.swing"), 1.25);
}

// The effort after a step is the effort that acted in the step: momentum theorem about the hinge, I
// Δv = h (τ + m g l sin).
TEST(QuantitiesOfRobots, EffortIsTheOneThatActed) {
  WorldSpec spec;
  spec.step = 0.01;
  spec.gravity.setZero();
  World world(spec);
  ModelSpec robot;
  robot.name = "p";
  robot.urdf = CARDAN_SOURCE_DIR "/data/robots/pendulum.urdf";
  Model& model = world.add(robot);
  model.set_v(VectorX::Constant(1, 1.0));
  const double inertia = 2 * model.kinetic_energy();
  model.set_pd("swing", 30, 2, 0.4, 0.5);
  for (int k = 0; k < 20; ++k) {
    const double before = model.v()[0];
    world.step();
    const double damping = 0.01 * model.skeleton()->dof[0].damping * model.v()[0];
    EXPECT_NEAR(inertia * (model.v()[0] - before) + damping, 0.01 * model.joint_effort("swing"),
                1e-9);
  }
}

TEST_F(Quantities, UnknownNameIsRejectedWithTheNearest) {
  const auto refusal = [&](const std::string& name) -> std::string {
    try {
      make_quantity(name, world_, "scene.yaml:7");
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("ball.base.hight"),
            "scene.yaml:7: unknown quantity 'ball.base.hight'; did you mean 'ball.base.height'?");
  EXPECT_NE(refusal("energi").find("did you mean 'energy'?"), std::string::npos);
  EXPECT_NE(refusal("bal.base.x").find("did you mean 'ball.base.x'?"), std::string::npos)
      << refusal("bal.base.x");
  EXPECT_NE(refusal("ball/feet.x").find("has no link 'feet'"), std::string::npos)
      << refusal("ball/feet.x");
  EXPECT_NE(refusal("distance(ball)").find("distance(A, B)"), std::string::npos);
  EXPECT_NE(refusal("distance(ball, bal.2)").find("did you mean 'ball.2'?"), std::string::npos);
  EXPECT_NE(refusal("").find("unknown quantity ''"), std::string::npos);
}

TEST_F(Quantities, EveryDocumentedNameIsKnown) {
  for (const std::string& name : world_quantity_names()) {
    EXPECT_TRUE(std::isfinite(value(name))) << name;
  }
  for (const std::string& name : model_quantity_names()) {
    EXPECT_TRUE(std::isfinite(value("ball." + name))) << name;
    EXPECT_TRUE(std::isfinite(value("ground." + name))) << name;
  }
}

}  // namespace
}  // namespace cardan::app
