#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cardan/error.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/scene.h"
#include "cardan/skeleton_builder.h"
#include "cardan/world.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// Effort limits hold for the sum of user effort and PD law, compared with the scalar equation of
// one joint by bisection.
namespace cardan {
namespace {

constexpr double kLimitStep = 1e-3, kSledgeMass = 2, kLimit = 8;  // [s], [kg], [N]

std::shared_ptr<const Skeleton> sledges(int count, double limit) {
  SkeletonBuilder builder("sledges");
  for (int i = 0; i < count; ++i) {
    LinkSpec link;
    link.name = "sledge" + std::to_string(i);
    link.joint_name = "rail" + std::to_string(i);
    link.joint_type = JointType::kPrismatic;
    link.axis = i % 2 == 0 ? Vector3::UnitX() : Vector3::UnitY();
    link.inertia.mass = kSledgeMass;
    link.inertia.inertia = Matrix3::Identity();
    link.dofs.resize(1);
    link.dofs[0].effort_limit = limit;
    builder.add_link(link);
  }
  return builder.build();
}

ModelSpec robot(int joints = 1, double limit = kLimit) {
  ModelSpec spec;
  spec.name = "robot";
  spec.skeleton = sledges(joints, limit);
  return spec;
}

WorldSpec weightless_limits() {
  WorldSpec spec = test::world_spec(kLimitStep, {}, "", "", 1e-12);
  spec.gravity = Vector3::Zero();
  return spec;
}

TEST(EffortLimits, UserEffortIsClampedCountedAndReportedOnce) {
  World world(weightless_limits());
  Model& model = world.add(robot(2));
  VectorX tau(2);
  tau << 20, -8;
  model.set_efforts(tau);
  int messages = 0;
  for (int i = 1; i <= 10; ++i) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.clamped_efforts, 1);
    messages += static_cast<int>(report.messages.size());
    if (!report.messages.empty()) {
      EXPECT_NE(report.messages[0].find("effort 20 exceeds the limit 8 of joint 'rail0'"),
                std::string::npos)
          << report.messages[0];
    }
    ASSERT_NEAR(model.v()[0], i * kLimitStep * kLimit / kSledgeMass, 1e-14);
    ASSERT_NEAR(model.v()[1], -i * kLimitStep * kLimit / kSledgeMass, 1e-14);
  }
  EXPECT_EQ(messages, 1);
  EXPECT_EQ(model.joint_effort("rail0"), kLimit);
  model.set_effort("rail0", 1);
  EXPECT_EQ(world.step().clamped_efforts, 0);
}

TEST(EffortLimits, UserEffortsActInFullWithoutLimits) {
  ModelSpec spec = robot();
  spec.enforce_effort_limits = false;
  World world(weightless_limits());
  Model& model = world.add(spec);
  model.set_effort("rail0", 20);
  EXPECT_EQ(world.step().clamped_efforts, 0);
  EXPECT_TRUE(world.report().messages.empty());
  EXPECT_NEAR(model.v()[0], kLimitStep * 20 / kSledgeMass, 1e-15);
  EXPECT_EQ(model.joint_effort("rail0"), 20);
}

// m (v⁺ − v) = h (clamp(τ + clamp(law(v⁺), ±p), ±L) + load), for efforts within and beyond L.
TEST(EffortLimits, SumOfLawAndUserEffortIsBoundedAtTheEndOfTheStep) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  int saturated = 0;
  for (int trial = 0; trial < 60; ++trial) {
    ModelSpec spec = robot();
    PdSpec pd = test::pd(400 * std::abs(unit(random)), 50 * std::abs(unit(random)));
    pd.target = 0.2 * unit(random);
    if (trial % 3 == 0) pd.effort = 3 + 10 * std::abs(unit(random));
    const double own = pd.effort.value_or(kLimit);
    spec.pd_joints["rail0"] = pd;
    World world(weightless_limits());
    Model& model = world.add(spec);
    double q = 0, v = 0;
    for (int i = 0; i < 300; ++i) {
      const double tau = 14 * unit(random), load = 5 * unit(random);
      model.set_effort("rail0", tau);
      model.apply_wrench("sledge0", {load, 0, 0});
      const StepReport& report = world.step();
      ASSERT_EQ(report.clamped_efforts, std::abs(tau) > kLimit ? 1 : 0);
      const auto effort = [&](double next) {
        const double law = pd.kp * (*pd.target - q - 0.25 * kLimitStep * (next - v)) - pd.kd * next;
        return std::clamp(tau + std::clamp(law, -own, own), -kLimit, kLimit);
      };
      double lo = v - 100, hi = v + 100;
      for (int k = 0; k < 200; ++k) {
        const double middle = 0.5 * (lo + hi);
        (kSledgeMass * (middle - v) - kLimitStep * (effort(middle) + load) < 0 ? lo : hi) = middle;
      }
      v = 0.5 * (lo + hi);
      q += kLimitStep * v;
      saturated += std::abs(effort(v)) == kLimit;
      ASSERT_NEAR(model.v()[0], v, 1e-9) << trial << ", " << i;
      ASSERT_LE(std::abs(model.joint_effort("rail0")), kLimit);
    }
  }
  EXPECT_GT(saturated, 1000);
}

// Many joints saturate one after the other. Each ends within its limit in the same step.
TEST(EffortLimits, EveryLawOfAChainIsBoundedInOneStep) {
  ModelSpec spec;
  spec.name = "chain";
  SkeletonBuilder builder("chain");
  std::string parent;
  for (int i = 0; i < 8; ++i) {
    LinkSpec link;
    link.name = "link" + std::to_string(i);
    link.joint_name = "hinge" + std::to_string(i);
    link.parent = parent;
    link.joint_type = JointType::kRevolute;
    link.axis = i % 2 == 0 ? Vector3::UnitY() : Vector3::UnitX();
    link.X_PJ.p = Vector3(0, 0, i == 0 ? 0 : -0.3);
    link.inertia.mass = 1;
    link.inertia.com = Vector3(0, 0, -0.15);
    link.inertia.inertia = 0.01 * Matrix3::Identity();
    link.dofs.resize(1);
    link.dofs[0].effort_limit = 10.0 / (1 << i);
    builder.add_link(link);
    parent = link.name;
  }
  spec.skeleton = builder.build();
  spec.pd = test::pd(300, 5);
  spec.pd->target = 1;
  World world(weightless_limits());
  Model& model = world.add(spec);
  Data data(*spec.skeleton);
  std::mt19937 random(9);
  std::uniform_real_distribution<double> unit(-1, 1);
  const VectorX rest = VectorX::Zero(8);
  int at_limit = 0, within = 0;
  for (int i = 0; i < 100; ++i) {
    VectorX q(8), tau(8);
    for (int k = 0; k < 8; ++k) {
      q[k] = 1 + 0.05 * unit(random);
      model.set_pd_target("hinge" + std::to_string(k), 1 + 0.05 * unit(random));
    }
    model.set_q(q);
    model.set_v(rest);
    ASSERT_TRUE(world.step().messages.empty());
    // From rest and without gravity, the efforts of the step are M Δv/h.
    const VectorX a = model.v() / kLimitStep;
    forward_kinematics(*spec.skeleton, data, q.data(), rest.data());
    rnea(*spec.skeleton, data, rest.data(), a.data(), Vector3::Zero(), tau.data());
    for (int k = 0; k < 8; ++k) {
      const double limit = 10.0 / (1 << k), share = std::abs(tau[k]) / limit;
      ASSERT_LE(share, 1 + 1e-6) << i << ", " << k;
      (share > 1 - 1e-6 ? at_limit : within) += 1;
      EXPECT_NEAR(model.joint_effort("hinge" + std::to_string(k)), tau[k], 1e-6 * limit) << i;
    }
  }
  EXPECT_GT(at_limit, 100);
  EXPECT_GT(within, 100);
}

// The explicit laws under rk4 also respect the limit.
TEST(EffortLimits, Rk4BoundsTheSum) {
  WorldSpec spec = weightless_limits();
  spec.integrator = Integrator::kRungeKutta4;
  spec.contact.formulation = FormulationSpec{"acceleration", {}};
  ModelSpec driven = robot();
  driven.pd = test::pd(1000, 0);
  driven.pd->target = 1;
  World world(spec);
  Model& model = world.add(driven);
  for (const double tau : {5.0, 20.0, -2.0}) {
    const double before = model.v()[0];
    model.set_effort("rail0", tau);
    EXPECT_EQ(world.step().clamped_efforts, tau > kLimit ? 1 : 0);
    EXPECT_NEAR(model.v()[0] - before, kLimitStep * (tau < 0 ? kLimit + tau : kLimit) / kSledgeMass,
                1e-13);
  }
}

bool tells(const World& world, const std::string& part) {
  for (const Diagnostic& one : world.diagnostics())
    if (one.message.find(part) != std::string::npos) return true;
  return false;
}

TEST(EffortLimits, IdleLawsAndBoundsAboveTheLimitAreReported) {
  ModelSpec idle = robot(1, 0);
  idle.pd_joints["rail0"] = test::pd(10, 1);
  World world(weightless_limits());
  world.add(idle);
  EXPECT_TRUE(tells(world, "drives nothing"));
  ModelSpec high = robot();
  high.pd = test::pd(10, 1);
  high.pd->effort = 20;
  World other(weightless_limits());
  other.add(high);
  EXPECT_TRUE(tells(other, "20 exceeds the limit 8"));
  high.enforce_effort_limits = false;
  World off(weightless_limits());
  off.add(high);
  EXPECT_TRUE(off.diagnostics().empty());
}

TEST(EffortLimits, SceneKeyDisablesThem) {
  test::TemporaryDirectory folder;
  for (const bool off : {false, true}) {
    const std::string text =
        std::string("cardan: 1\ngravity: [0, 0, 0]\nmodels:\n  - name: sledge\n    urdf: ") +
        CARDAN_SOURCE_DIR + "/data/robots/sledge.urdf\n" +
        (off ? "    control: {effort_limits: off}\n" : "");
    World world = make_world(load_scene(folder.write("scene.yaml", text), {}, {true}));
    world.find("sledge")->set_effort("rail", 20);
    world.step();
    EXPECT_NEAR(world.find("sledge")->v()[0], (off ? 20 : 8) * world.time_step() / 2, 1e-14);
  }
}

// The limit of the joint applies to a law without its own bound.
TEST(EffortLimits, ApplyToALawWithoutABound) {
  for (const bool with_state : {false, true}) {
    World world(weightless_limits());
    ModelSpec spec = robot();
    spec.pd = PdSpec{};
    spec.pd->kp = 1e4;
    spec.pd->target = 1;
    spec.pd->effort = kInfinity;
    Model& model = world.add(spec);
    if (with_state) {
      World free(weightless_limits());
      spec.enforce_effort_limits = false;
      free.add(spec);
      world.set_state(free.state());
    }
    world.step();
    EXPECT_NEAR(model.v()[0], kLimitStep * kLimit / kSledgeMass, 1e-12) << with_state;
  }
}

// The law reduces a user effort above the limit to a sum within it. The sum acts in full, and the
// effort is counted as one above its limit.
TEST(EffortLimits, LawBringsAnEffortBackWithinTheLimit) {
  World world(weightless_limits());
  ModelSpec spec = robot();
  spec.pd = PdSpec{};
  spec.pd->kp = 5;
  spec.pd->target = -1;
  Model& model = world.add(spec);
  model.set_effort("rail0", 10);
  EXPECT_EQ(world.step().clamped_efforts, 1);
  EXPECT_NEAR(model.v()[0], kLimitStep * 5 / kSledgeMass, 1e-5);
}

TEST(EffortLimits, CommandBeyondTheBoundOfAMotorIsCounted) {
  World world(weightless_limits());
  ModelSpec spec = robot();
  spec.motors["rail0"] = MotorSpec{};
  Model& model = world.add(spec);
  model.set_effort("rail0", 100);
  EXPECT_EQ(world.step().clamped_efforts, 1);
  EXPECT_NEAR(model.v()[0], kLimitStep * kLimit / kSledgeMass, 1e-12);
}

}  // namespace
}  // namespace cardan
