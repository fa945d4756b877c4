#include <gtest/gtest.h>

#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// Joint rows and implicit laws against closed forms of the discretised system, on a hinge about y
// with a bob.
namespace cardan {
namespace {

using test::kG;
using test::world_spec;

// A fixed-base pendulum: mass 2 kg at 0.5 m below a hinge about y, inertia 0.1 kg m² about its
// centre.
std::string pendulum_text(const std::string& dynamics, const std::string& limit) {
  return R"(<robot name="pendulum"><link name="world"/><link name="bob"><inertial>
<origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="hinge" type="revolute"><parent link="world"/><child link="bob"/><axis xyz="0 1 0"/>)" +
         limit + dynamics + "</joint></robot>";
}

constexpr double kInertia = 0.1 + 2 * 0.25;  // about the hinge [kg m²]

Model& add_pendulum(
    World& world, double q, const std::string& dynamics = "",
    const std::string& limit = R"(<limit lower="-3" upper="3" effort="1000" velocity="100"/>)") {
  const test::TemporaryDirectory folder;  // a separate name, because tests run at the same time
  Model& model = world.add_urdf(folder.write("pendulum.urdf", pendulum_text(dynamics, limit)));
  model.set_joint_position("hinge", q);
  return model;
}

// v⁺ (I + h d) = I v + h τ: implicit damping decays by the closed form, however large d is.
TEST(Rows, JointDampingIsImplicit) {
  const double h = 1e-2, d = 500;
  WorldSpec spec = world_spec(h, {});
  spec.gravity = Vector3::Zero();
  World world(spec);
  Model& model = add_pendulum(world, 0, R"(<dynamics damping="500"/>)");
  model.set_v(VectorX::Constant(1, 1.0));
  for (int k = 1; k <= 5; ++k) {
    world.step();
    EXPECT_NEAR(model.v()[0], std::pow(kInertia / (kInertia + h * d), k), 1e-14);
  }
}

// The same for PD: (I + h kd + h² kp) v⁺ = I v + h kp (q_ref − q).
TEST(Rows, PdControlIsImplicitEuler) {
  const double h = 1e-2, kp = 1e5, kd = 30;
  WorldSpec spec = world_spec(h, {});
  spec.gravity = Vector3::Zero();
  World world(spec);
  Model& model =
      add_pendulum(world, 0.2, "", R"(<limit lower="-3" upper="3" effort="1e9" velocity="100"/>)");
  model.set_pd("hinge", kp, kd, -0.1);
  double q = 0.2, v = 0;
  for (int k = 0; k < 20; ++k) {
    world.step();
    v = (kInertia * v + h * kp * (-0.1 - q)) / (kInertia + h * kd + h * h * kp);
    q += h * v;
    EXPECT_NEAR(model.v()[0], v, 1e-11);
    EXPECT_NEAR(model.q()[0], q, 1e-12);
  }
}

// A PD law above its bound applies the bound: v⁺ = v + h τ_max / I.
TEST(Rows, PdControlSaturatesAtItsEffortLimit) {
  const double h = 1e-3;
  WorldSpec spec = world_spec(h, {}, "", "", 1e-12);
  spec.gravity = Vector3::Zero();
  World world(spec);
  Model& model =
      add_pendulum(world, 0, "", R"(<limit lower="-3" upper="3" effort="5" velocity="100"/>)");
  ModelSpec with_pd;
  model.set_pd("hinge", 1e4, 10, 1.0);
  for (int k = 1; k <= 10; ++k) {
    world.step();
    EXPECT_NEAR(model.v()[0], k * h * 5 / kInertia, 1e-10) << k;
  }
}

// Coulomb friction in a joint holds while |m g l sin q| ≤ τ_f and slips with the difference
// otherwise.
TEST(Rows, JointFrictionHoldsWithinItsBound) {
  for (const auto& [q, holds] :
       {std::pair(0.1, true), std::pair(-0.1, true), std::pair(0.6, false)}) {
    World world(world_spec(1e-3, {}, "", "", 1e-13));
    Model& model = add_pendulum(world, q, R"(<dynamics friction="3"/>)");
    world.step();
    const double load = -2 * kG * 0.5 * std::sin(q);
    const double expected = holds ? 0 : 1e-3 * (load + 3) / kInertia;
    EXPECT_NEAR(model.v()[0], expected, 1e-12) << q;
  }
}

// A joint stops at its limit with no rebound, and the limit's impulse is the incoming momentum.
TEST(Rows, LimitStopsTheJoint) {
  const double h = 1e-3;
  WorldSpec spec = world_spec(h, {}, "", "", 1e-12);
  spec.gravity = Vector3::Zero();
  World world(spec);
  Model& model =
      add_pendulum(world, 0, "", R"(<limit lower="-3" upper="0.5" effort="1000" velocity="100"/>)");
  model.set_v(VectorX::Constant(1, 2.0));
  for (int k = 0; k < 400; ++k) {
    world.step();
    ASSERT_LE(model.q()[0], 0.5 + 1e-9);
  }
  EXPECT_NEAR(model.q()[0], 0.5, 1e-9);
  EXPECT_NEAR(model.v()[0], 0, 1e-9);
}

// A NaN effort is reported by joint name, and the step continues.
TEST(Rows, NanEffortIsReportedByName) {
  World world(world_spec(1e-3, {}));
  Model& model = add_pendulum(world, 0.3);
  model.set_effort("hinge", std::nan(""));
  const StepReport& report = world.step();
  ASSERT_EQ(report.rejected_inputs, 1);
  EXPECT_NE(report.messages.at(0).find("'hinge'"), std::string::npos) << report.messages.at(0);
  EXPECT_TRUE(std::isfinite(model.v()[0]));
  EXPECT_EQ(world.step().rejected_inputs, 0);
}

}  // namespace
}  // namespace cardan
