#include <gtest/gtest.h>

#include "cardan/error.h"
#include "sim/data/world_impl.h"
#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

// Ropes, soft loops, soft limits and servos against closed forms of the discretised system.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::kG;
using test::sphere;
using test::world_spec;

LoopSpec loop(LoopKind kind, const std::string& a, const std::string& b) {
  LoopSpec spec;
  spec.kind = kind;
  spec.a = a;
  spec.b = b;
  return spec;
}

WorldSpec exact(double h, bool gravity = true) {
  WorldSpec spec = world_spec(h, {}, "", "", 1e-12);
  if (!gravity) spec.gravity = Vector3::Zero();
  return spec;
}

/// A sledge of mass m on a rail along x, between −1 and 1.
std::shared_ptr<const Skeleton> sledge(double mass, double effort = kInfinity) {
  SkeletonBuilder builder("sledge");
  LinkSpec link = test::sledge_link(mass);
  link.dofs[0].lower = -1;
  link.dofs[0].upper = 1;
  link.dofs[0].effort_limit = effort;
  builder.add_link(link);
  return builder.build();
}

// A ball falls freely until its rope is taut, and then hangs.
TEST(Ropes, TautRopesPullAndSlackRopesDoNot) {
  const double h = 1e-3, m = 0.5;
  for (const auto kind : {StabilizationKind::kBaumgarte, StabilizationKind::kProjection}) {
    WorldSpec spec = exact(h);
    spec.contact.rules.stabilization.kind = kind;
    World world(spec);
    Model& ball = world.add(body("ball", sphere(0.05), m, at(0, 0, -0.1)));
    LoopSpec rope = loop(LoopKind::kRope, "world", "ball");
    rope.length = 0.6;
    world.add_loop(rope);
    EXPECT_TRUE(world.diagnostics().empty());
    double z = -0.1, v = 0;
    for (int k = 0; k < 1000; ++k) {
      world.step();
      // Free fall of the scheme, and the step in which the rope ends stops the ball at its end.
      v -= h * kG;
      v = std::max(v, (-0.6 - z) / h);
      z += h * v;
      ASSERT_NEAR(ball.base_pose().p.z(), z, 1e-11) << k;
      ASSERT_NEAR(ball.v()[5], v, 1e-9) << k;
      ASSERT_LE(world.loops()[0].error, 1e-11);
    }
    EXPECT_NEAR(world.loops()[0].force.z(), m * kG, 1e-8);
    EXPECT_NEAR(world.loops()[0].force.head<2>().norm(), 0, 1e-8);
  }
}

// Released at the height of the attachment, a ball on a rope swings as a pendulum: 3 m g at the
// bottom, and no energy is created.
TEST(Ropes, BallOnARopeSwingsLikeAPendulum) {
  const double h = 1e-3;
  World world(exact(h));
  Model& ball = world.add(body("ball", sphere(0.01), 1, at(1, 0, 0)));
  LoopSpec rope = loop(LoopKind::kRope, "ball", "world");
  rope.length.reset();
  world.add_loop(rope);
  const double start = world.kinetic_energy() + world.potential_energy();
  double largest = 0, lowest = 0;
  for (int k = 0; k < 2000; ++k) {
    world.step();
    largest = std::max(largest, world.loops()[0].force.norm());
    lowest = std::min(lowest, ball.base_pose().p.z());
    ASSERT_LE(world.loops()[0].error, 1e-5);
    ASSERT_LE(world.kinetic_energy() + world.potential_energy(), start + 0.03);
  }
  EXPECT_NEAR(largest, 3 * kG, 0.01 * 3 * kG);
  EXPECT_NEAR(lowest, -1, 1e-5);
  EXPECT_NEAR(world.kinetic_energy() + world.potential_energy(), start, 0.02 * kG);
}

// A ball on a soft point: m (v⁺ − v) = −h k (x + δ h v + γ h (v⁺ − v)) − h b v⁺ + h m g on every
// axis, by each of the three names; δ = 1 for CFM and ERP, 0 for a spring that turns slowly.
TEST(SoftLoops, SoftLoopIsASpringAndADamper) {
  const double h = 2e-3, m = 2, k = 3000, b = 12;
  const double T = 2 * m / b, zeta = std::sqrt(m / k) / T;
  for (const Compliance& law : {Compliance::spring(k, b), Compliance::time_constant(T, zeta),
                                Compliance::raw(1 / (h * k + b), h * k / (h * k + b))}) {
    World world(exact(h));
    Model& ball = world.add(body("ball", sphere(0.05), m, at(0.1, -0.2, 0.05)));
    LoopSpec spring = loop(LoopKind::kPoint, "world", "ball");
    spring.compliance = law;
    world.add_loop(spring);
    EXPECT_EQ(ball.base_pose().p.x(), 0.1);  // nothing is closed
    Vector3 x(0.1, -0.2, 0.05), v = Vector3::Zero();
    for (int i = 0; i < 500; ++i) {
      world.step();
      const double delta = law.kind == ComplianceKind::kRaw ? 1 : 0;
      const double gamma = 0.25 * (1 + delta) * (1 + delta);
      v = ((m + (gamma - delta) * h * h * k) * v - h * k * x + h * m * world.gravity()) /
          (m + h * b + gamma * h * h * k);
      x += h * v;
      ASSERT_LE((ball.base_pose().p - x).norm(), 1e-10);
      ASSERT_NEAR(world.loops()[0].error, x.cwiseAbs().maxCoeff(), 1e-10);
    }
  }
}

// A soft weld holds a lever against its weight: the moment is that of the weight.
TEST(SoftLoops, SoftWeldCarriesForceAndMoment) {
  World world(exact(1e-3));
  Model& ball = world.add(body("ball", sphere(0.1), 1, at(0.3, 0, 0)));
  LoopSpec weld = loop(LoopKind::kWeld, "world", "ball");
  weld.pose = at(0.3, 0, 0);
  weld.compliance = Compliance::spring(2e4, 400);
  world.add_loop(weld);
  for (int k = 0; k < 2000; ++k) world.step();
  EXPECT_NEAR(world.loops()[0].force.z(), kG, 1e-6);
  EXPECT_NEAR(ball.base_pose().p.z(), -kG / 2e4, 1e-8);
  EXPECT_NEAR(world.loops()[0].error, kG / 2e4, 1e-8);
}

// A soft distance between two sledges' balls oscillates about its length with the reduced mass.
TEST(SoftLoops, SoftDistanceIsASpringOfItsLength) {
  const double h = 1e-3, k = 500, b = 3;
  World world(exact(h, false));
  Model& one = world.add(body("one", sphere(0.05), 1, at(0, 0, 0)));
  Model& two = world.add(body("two", sphere(0.05), 3, at(0.8, 0, 0)));
  LoopSpec spring = loop(LoopKind::kDistance, "one", "two");
  spring.length = 0.5;
  spring.compliance = Compliance::spring(k, b);
  world.add_loop(spring);
  const double mass = 0.75;
  double x = 0.3, v = 0;
  for (int i = 0; i < 400; ++i) {
    world.step();
    v = ((mass + 0.25 * h * h * k) * v - h * k * x) / (mass + h * b + 0.25 * h * h * k);
    x += h * v;
    ASSERT_NEAR((two.base_pose().p - one.base_pose().p).x() - 0.5, x, 1e-10);
  }
}

// Two equal soft loops share the load like parallel springs; no row is redundant.
TEST(SoftLoops, DependentSoftLoopsShareTheLoad) {
  World world(exact(1e-3));
  Model& ball = world.add(body("ball", sphere(0.05), 1, at(0, 0, 0)));
  LoopSpec spring = loop(LoopKind::kPoint, "world", "ball");
  spring.compliance = Compliance::spring(1000, 50);
  world.add_loops({spring, spring});
  for (int k = 0; k < 3000; ++k) ASSERT_EQ(world.step().redundant_rows, 0);
  EXPECT_NEAR(ball.base_pose().p.z(), -kG / 2000, 1e-9);
  EXPECT_NEAR(world.loops()[0].force.z(), kG / 2, 1e-6);
  EXPECT_NEAR(world.loops()[1].force.z(), kG / 2, 1e-6);
}

TEST(SoftLoops, SoftLoopRejectsInvalidCompliance) {
  World world(exact(1e-3));
  world.add(body("ball", sphere(0.05), 1));
  LoopSpec spring = loop(LoopKind::kPoint, "world", "ball");
  spring.compliance = Compliance::spring(0, 0);
  EXPECT_THROW(world.add_loop(spring), Error);
}

// A sledge against a soft limit: free to the limit, then the spring of the limit, one-sided.
TEST(SoftLimits, SoftLimitIsAOneSidedSpring) {
  const double h = 1e-3, m = 2, k = 4000, b = 5;
  World world(exact(h, false));
  ModelSpec spec;
  spec.name = "sledge";
  spec.skeleton = sledge(m);
  spec.limits = Compliance::spring(k, b);
  spec.q["rail"] = 0.9;
  spec.v["rail"] = 1.5;
  Model& model = world.add(spec);
  double x = 0.9, v = 1.5;
  const auto potential = [&](double gap) { return 0.5 * k * gap * std::min(gap, 0.0); };
  for (int i = 0; i < 400; ++i) {
    world.step();
    // v⁺ by bisection: the spring does the work of its potential between the middles of the paths,
    // and the damper acts below 0.
    const double gap = 1 - x, from = gap + 0.5 * h * v;
    const auto impulse = [&](double next) {
      const double to = gap - 0.5 * h * next;
      const double spring = h * (potential(from) - potential(to)) / (to - from);
      return spring - b * (std::min(gap - h * next, 0.0) - std::min(gap, 0.0));
    };
    double low = -3, high = 3;
    for (int round = 0; round < 100; ++round) {
      const double next = 0.5 * (low + high);
      (m * (next - v) + std::max(impulse(next), 0.0) > 0 ? high : low) = next;
    }
    v = low;
    x += h * v;
    ASSERT_NEAR(model.q()[0], x, 1e-10) << i;
  }
  // In continuous time it leaves at −1.37600 m/s.
  EXPECT_NEAR(v, -1.376, 2e-3);
}

// A velocity servo is a damper towards its speed, bounded: k h τ/m while saturated, then implicit.
TEST(Servos, VelocityServoSaturatesThenHolds) {
  const double h = 1e-3, m = 2, kd = 1e4, effort = 8;
  World world(exact(h, false));
  ModelSpec spec;
  spec.name = "sledge";
  spec.skeleton = sledge(m, effort);
  PdSpec servo = test::pd(0, kd);
  servo.velocity = 0.05;
  spec.pd = servo;
  Model& model = world.add(spec);
  double v = 0;
  for (int i = 0; i < 100; ++i) {
    world.step();
    const double wanted = (m * v + h * kd * 0.05) / (m + h * kd);
    v = std::abs(kd * (0.05 - wanted)) <= effort ? wanted : v + h * effort / m;
    ASSERT_NEAR(model.v()[0], v, 1e-11) << i;
  }
  EXPECT_NEAR(v, 0.05, 1e-12);
}

// The same for position: bounded, implicit, and at rest against a constant load by load/kp.
TEST(Servos, PositionServoHoldsALoadWithinItsEffort) {
  const double h = 1e-3, m = 2, kp = 5000, kd = 200, effort = 8;
  World world(exact(h, false));
  ModelSpec spec;
  spec.name = "sledge";
  spec.skeleton = sledge(m, effort);
  spec.enforce_effort_limits = false;  // the effort of the user is the load
  PdSpec servo = test::pd(kp, kd);
  servo.target = 0.1;
  servo.effort = effort;
  spec.pd = servo;
  Model& model = world.add(spec);
  model.set_effort("rail", -3);
  double x = 0, v = 0;
  const auto expect_steps = [&](int steps, double load) {
    for (int i = 0; i < steps; ++i) {
      world.step();
      const double wanted =
          (m * v + h * (kp * (0.1 - x + 0.25 * h * v) - load)) / (m + h * kd + 0.25 * h * h * kp);
      const double tau = kp * (0.1 - x - 0.25 * h * (wanted - v)) - kd * wanted;
      v = std::abs(tau) <= effort ? wanted : v + h * (std::copysign(effort, tau) - load) / m;
      x += h * v;
      ASSERT_NEAR(model.q()[0], x, 1e-10) << i;
    }
  };
  expect_steps(2000, 3);
  EXPECT_NEAR(x, 0.1 - 3 / kp, 1e-9);
  // If the load exceeds the effort, the sledge yields, in the end with the difference.
  model.set_effort("rail", -10);
  expect_steps(50, 10);
  const double before = v;
  expect_steps(10, 10);
  EXPECT_NEAR(v, before - 10 * h * 2 / m, 1e-10);
}

// A law that is strong enough to carry a joint over its range in one step stops at the limit, as
// part of M̂ and, beyond its effort limit, as a row.
TEST(Servos, StrongLawStopsAtTheLimit) {
  for (const double effort : {kInfinity, 5000.0}) {
    for (const double h : {1e-2, 4e-3, 1e-3}) {
      for (const double target : {2.0, 9.0, -40.0}) {
        World world(exact(h, false));
        Model& model = world.add_skeleton("sledge", sledge(0.2, effort));
        model.set_pd("rail", 3e4, 50, target);
        for (int k = 0; k < 500; ++k) {
          world.step();
          ASSERT_LE(std::abs(model.q()[0]), 1 + 1e-9) << effort << " " << h << " " << target;
        }
        EXPECT_NEAR(std::abs(model.q()[0]), 1, 1e-9) << effort << " " << h << " " << target;
      }
    }
  }
}

// A position beyond a limit is reported until the joint is back within its range, which takes time
// because no body moves faster than max_speed.
TEST(Limits, JointThatIsSetBeyondItsLimitIsNamed) {
  World world(exact(2e-3, false));
  Model& model = world.add_skeleton("sledge", sledge(0.2));
  model.set_q(VectorX::Constant(1, 9.0));
  const StepReport& report = world.step();
  EXPECT_DOUBLE_EQ(report.limit_error, 8);
  ASSERT_FALSE(report.messages.empty());
  EXPECT_NE(report.messages[0].find("sledge/rail, upper limit, by 8"), std::string::npos)
      << report.messages[0];
  double before = report.limit_error;
  int steps = 0;
  for (; world.step().limit_error > 1e-2; ++steps) {
    ASSERT_LT(report.limit_error, before) << steps;
    ASSERT_FALSE(report.messages.empty()) << steps;
    before = report.limit_error;
  }
  EXPECT_TRUE(report.messages.empty()) << report.messages[0];
  EXPECT_GT(steps, 10);
}

/// A pendulum about y, 1 kg at 1 m; its inertia about the hinge is that of the rod's end.
std::shared_ptr<const Skeleton> pendulum(double friction) {
  SkeletonBuilder builder("pendulum");
  LinkSpec link = test::rod_link("bob", "", 0, {1, 1});
  link.dofs.resize(1);
  link.dofs[0].friction = friction;
  link.dofs[0].lower = -0.5;
  link.dofs[0].upper = 0.5;
  builder.add_link(link);
  return builder.build();
}

// The impulse of a limit is the incoming momentum, and dry friction holds within its band.
TEST(Pendulum, LimitImpulseEqualsTheIncomingMomentum) {
  const double h = 1e-3;
  World world(exact(h, false));
  Model& model = world.add_skeleton("pendulum", pendulum(0));
  const test::Rod rod{1, 1};
  const double inertia = rod.inertia() + 0.25;
  model.set_joint_position("bob", 0.4);
  model.set_v(VectorX::Constant(1, 2.0));
  double impulse = 0;
  for (int i = 0; i < 100; ++i) {
    world.step();
    for (const ConstraintMemory::Entry& limit : world.impl().state.memory.limits)
      impulse += limit.lambda[0];
  }
  EXPECT_NEAR(impulse, inertia * 2, 1e-11);
  EXPECT_NEAR(model.q()[0], 0.5, 1e-11);
  EXPECT_NEAR(model.v()[0], 0, 1e-12);
}

}  // namespace
}  // namespace cardan
