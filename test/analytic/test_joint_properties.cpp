#include <gtest/gtest.h>

#include "test/analytic/linkages.h"

// Passive properties and the rarer joints through the step, on trees from C++, against closed
// forms.
namespace cardan {
namespace {

using test::Rod;
using test::rod_link;
using test::world_spec;

std::shared_ptr<const Skeleton> single(const LinkSpec& link) {
  SkeletonBuilder builder("single");
  builder.add_link(link);
  return builder.build();
}

WorldSpec weightless(double h) {
  WorldSpec spec = world_spec(h, {}, "", "", 1e-13);
  spec.gravity = Vector3::Zero();
  return spec;
}

// (m + h d + h² k) v⁺ = m v + h k (r − q): stable and exact for any stiffness, and at rest at r.
TEST(JointProperties, SpringWithRestPositionIsImplicit) {
  const double h = 1e-2, m = 2, k = 4e5, d = 30, rest = 0.3;
  LinkSpec link = rod_link("slide", "", 0, {m, 1});
  link.joint_type = JointType::kPrismatic;
  link.axis = Vector3::UnitX();
  link.dofs.resize(1);
  link.dofs[0].stiffness = k;
  link.dofs[0].spring_reference = rest;
  link.dofs[0].damping = d;
  World world(weightless(h));
  Model& model = world.add_skeleton("slide", single(link));
  double q = 0, v = 0;
  for (int i = 0; i < 500; ++i) {
    world.step();
    v = (m * v + h * k * (rest - q)) / (m + h * d + h * h * k);
    q += h * v;
    ASSERT_NEAR(model.v()[0], v, 1e-11);
    ASSERT_NEAR(model.q()[0], q, 1e-12);
  }
  EXPECT_NEAR(model.q()[0], rest, 1e-9);
}

// A rotor of inertia J that turns n times as fast adds n² J.
TEST(JointProperties, ArmatureEqualsTheRotorInertiaThroughItsGear) {
  const double h = 1e-3, rotor = 2e-5, ratio = 100, torque = 3;
  const Rod rod{1, 0.6};
  LinkSpec link = rod_link("hinge", "", 0, rod);
  link.dofs.resize(1);
  link.dofs[0].armature = rotor_armature(rotor, ratio);
  EXPECT_DOUBLE_EQ(link.dofs[0].armature, 0.2);
  World world(weightless(h));
  Model& model = world.add_skeleton("hinge", single(link));
  model.set_effort("hinge", torque);
  const double inertia = rod.inertia() + rod.mass * 0.09 + ratio * ratio * rotor;
  for (int i = 1; i <= 100; ++i) {
    world.step();
    ASSERT_NEAR(model.v()[0], i * h * torque / inertia, 1e-12);
  }
}

// Friction reduces a larger torque by τ_f and cancels a smaller torque; a limit stops the joint.
TEST(JointProperties, TreesBuiltInCodeHaveFrictionAndLimits) {
  const double h = 1e-3;
  const Rod rod{1, 0.6};
  LinkSpec link = rod_link("hinge", "", 0, rod);
  link.joint_type = JointType::kRevolute;
  link.dofs.resize(1);
  link.dofs[0].friction = 2;
  link.dofs[0].lower = -0.1;
  link.dofs[0].upper = 0.2;
  World world(weightless(h));
  Model& model = world.add_skeleton("hinge", single(link));
  const double inertia = rod.inertia() + rod.mass * 0.09;
  model.set_effort("hinge", 1.5);
  for (int i = 0; i < 10; ++i) world.step();
  EXPECT_NEAR(model.v()[0], 0, 1e-13);
  model.set_effort("hinge", 5);
  for (int i = 1; i <= 50; ++i) world.step();
  EXPECT_NEAR(model.v()[0], 50 * h * 3 / inertia, 1e-10);
  for (int i = 1; i <= 1000; ++i) world.step();
  EXPECT_NEAR(model.q()[0], 0.2, 1e-9);
  EXPECT_NEAR(model.v()[0], 0, 1e-9);
}

// A nut falling on a screw without friction: (I + m p²) θ̈ = −m g p.
TEST(JointProperties, FallingScrewTurns) {
  const double h = 1e-3, pitch = 0.02, m = 3, inertia = 1e-3;
  LinkSpec link;
  link.name = link.joint_name = "nut";
  link.joint_type = JointType::kScrew;
  link.axis = Vector3::UnitZ();
  link.pitch = pitch;
  link.inertia.mass = m;
  link.inertia.inertia = inertia * Matrix3::Identity();
  World world(world_spec(h, {}));
  Model& model = world.add_skeleton("screw", single(link));
  const double a = -m * 9.81 * pitch / (inertia + m * pitch * pitch);
  for (int i = 1; i <= 500; ++i) {
    world.step();
    ASSERT_NEAR(model.v()[0], i * h * a, 1e-10);
  }
  EXPECT_NEAR(model.pose("nut").p.z(), pitch * model.q()[0], 1e-12);
  EXPECT_NEAR(model.q()[0], 0.5 * a * h * h * 500 * 501, 1e-9);
}

// A bob on a universal joint, α about x then β about y: with T = ½ m l² (β̇² + cos²β α̇²) and
// V = −m g l cos α cos β, against Runge–Kutta.
TEST(JointProperties, UniversalJointSwingsLikeASphericalPendulum) {
  const double length = 0.8, time = 1;
  LinkSpec link;
  link.name = link.joint_name = "bob";
  link.joint_type = JointType::kUniversal;
  link.axis = Vector3::UnitX();
  link.axis2 = Vector3::UnitY();
  link.inertia.mass = 1.5;
  link.inertia.com.z() = -length;
  link.inertia.inertia = 1e-9 * Matrix3::Identity();
  using Values = Eigen::Vector4d;  // α, β and their rates
  const auto f = [&](const Values& y) -> Values {
    const double s = std::sin(y[1]), c = std::cos(y[1]), g = 9.81 / length;
    return {y[2], y[3], (2 * s * c * y[2] * y[3] - g * std::sin(y[0]) * c) / (c * c),
            -s * c * y[2] * y[2] - g * std::cos(y[0]) * s};
  };
  const Values start(0.4, -0.3, 1.0, 2.0);
  Values y = start;
  const double d = 1e-4;
  for (int i = 0; i < std::round(time / d); ++i) {
    const Values k1 = f(y), k2 = f(y + d / 2 * k1), k3 = f(y + d / 2 * k2), k4 = f(y + d * k3);
    y += d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  double last = 0;
  for (const double h : {1e-3, 5e-4}) {
    World world(world_spec(h, {}));
    Model& model = world.add_skeleton("universal", single(link));
    model.set_q(start.head<2>());
    model.set_v(start.tail<2>());
    for (int i = 0; i < std::round(time / h); ++i) world.step();
    const double error = (model.q() - y.head<2>()).norm();
    if (last > 0) {
      EXPECT_NEAR(last / error, 2, 0.2);
    }
    last = error;
  }
  EXPECT_LE(last, 2e-3);
}

// A chain of three rods thrown around its pivot: velocity products at the moment of the position
// keep the energy; those of the velocity half a step behind gain 25 times of it in this minute.
TEST(JointProperties, ThrownChainKeepsItsEnergy) {
  SkeletonBuilder builder("chain");
  builder.add_link(rod_link("first", "", 0, {1, 0.2}));
  builder.add_link(rod_link("second", "first", 0.2, {2, 0.6}));
  builder.add_link(rod_link("third", "second", 0.6, {1.5, 0.5}));
  World world(world_spec(1e-3, {}));
  Model& model = world.add_skeleton("chain", builder.build());
  model.set_q(Vector3(1.0, 0.3, 0.2));
  model.set_v(Vector3(12, 0, 0));
  const double start = world.kinetic_energy() + world.potential_energy();
  double worst = 0;
  for (int k = 0; k < 60000; ++k) {
    world.step();
    const double energy = world.kinetic_energy() + world.potential_energy();
    worst = std::max(worst, std::abs(energy - start));
  }
  std::printf("chain: energy %.2f J at the start, off by at most %.2f J in a minute\n", start,
              worst);
  EXPECT_LE(worst, 0.05 * start);
}

}  // namespace
}  // namespace cardan
