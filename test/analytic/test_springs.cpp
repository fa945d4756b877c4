#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "analytic/linkages.h"
#include "cardan/constraint/rows/compliance.h"
#include "cardan/sim/world_internal.h"
#include "support/worlds.h"

// Springs of joints and loops against the linear oscillator: amplitude, frequency and rest.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::sphere;
using test::world_spec;

constexpr double kMass = 2;

WorldSpec weightless(double h, Integrator integrator) {
  WorldSpec spec = world_spec(h, {}, "", "", 1e-12);
  spec.gravity.setZero();
  spec.integrator = integrator;
  return spec;
}

/// A mass on a rail along x with a spring to 0.
std::shared_ptr<const Skeleton> sprung_sledge(double stiffness, double friction = 0) {
  SkeletonBuilder builder("sledge");
  LinkSpec link = test::sledge_link(kMass);
  link.dofs[0].stiffness = stiffness;
  link.dofs[0].friction = friction;
  builder.add_link(link);
  return builder.build();
}

/// Stiffness with which a mass turns by an angle ω h in a step.
double stiffness_of(double turn, double h) { return kMass * turn * turn / (h * h); }

/// A mass on a spring, of a joint or of a loop, that starts at x = 0.1 m.
class Oscillator {
 public:
  enum class Kind { kJoint, kLoop };

  Oscillator(Kind kind, const WorldSpec& spec, double stiffness) : world_(spec) {
    if (kind == Kind::kJoint) {
      model_ = &world_.add_skeleton("sledge", sprung_sledge(stiffness));
      model_->set_q(VectorX::Constant(1, kStart));
      return;
    }
    model_ = &world_.add(body("ball", sphere(0.05), kMass, at(kStart, 0, 0)));
    LoopSpec spring;
    spring.kind = LoopKind::kPoint;
    spring.a = "world";
    spring.b = "ball";
    spring.compliance = Compliance::spring(stiffness, 0);
    world_.add_loop(spring);
  }

  void step() {
    last_ = x();
    world_.step();
  }
  double x() const { return model_->q().size() == 1 ? model_->q()[0] : model_->base_pose().p.x(); }
  double v() const {
    return model_->v().size() == 1 ? model_->v()[0] : model_->base_velocity().linear.x();
  }
  /// Amplitude of the synchronous state, x in the middle of the last step.
  double amplitude(double omega) const { return std::hypot(0.5 * (last_ + x()), v() / omega); }

  static constexpr double kStart = 0.1;

 private:
  World world_;
  Model* model_ = nullptr;
  double last_ = kStart;
};

constexpr double kTurn = 2 * M_PI / 20;

TEST(Springs, AmplitudeLastsForTenThousandPeriods) {
  const double h = 1e-2, omega = kTurn / h;
  for (const auto kind : {Oscillator::Kind::kJoint, Oscillator::Kind::kLoop}) {
    Oscillator spring(kind, weightless(h, Integrator::kSemiImplicitEuler), stiffness_of(kTurn, h));
    spring.step();
    const double start = spring.amplitude(omega);
    for (int k = 0; k < 20 * 10000; ++k) spring.step();
    EXPECT_NEAR(spring.amplitude(omega), start, 1e-6 * start);
    EXPECT_NEAR(start, Oscillator::kStart, 0.03 * start);
  }
}

// Half the amplitude errors and phases fall with h².
TEST(Springs, FrequencyIsThatOfTheTrapezoidalRule) {
  for (const double turn : {0.4, 0.1}) {
    const double h = 1e-2;
    const double angle = 2 * std::atan(0.5 * turn);  // ω' h
    for (const auto kind : {Oscillator::Kind::kJoint, Oscillator::Kind::kLoop}) {
      Oscillator spring(kind, weightless(h, Integrator::kSemiImplicitEuler), stiffness_of(turn, h));
      // x_k = A cos(ω' h k) + B sin(ω' h k), from the first two positions.
      const double x0 = spring.x();
      spring.step();
      const double B = (spring.x() - x0 * std::cos(angle)) / std::sin(angle);
      for (int k = 2; k <= 2000; ++k) {
        spring.step();
        ASSERT_NEAR(spring.x(), x0 * std::cos(angle * k) + B * std::sin(angle * k), 1e-9) << k;
      }
    }
  }
}

// With midpoint, q in the middle of the step makes the same law exact.
TEST(Springs, MidpointKeepsTheAmplitudeOfAJoint) {
  const double h = 1e-2, omega = kTurn / h;
  Oscillator spring(Oscillator::Kind::kJoint, weightless(h, Integrator::kMidpoint),
                    stiffness_of(kTurn, h));
  double least = 1, most = 0;
  for (int k = 0; k < 20 * 1000; ++k) {
    spring.step();
    const double amplitude = std::hypot(spring.x(), spring.v() / omega);
    least = std::min(least, amplitude);
    most = std::max(most, amplitude);
  }
  EXPECT_NEAR(most, Oscillator::kStart, 0.03 * Oscillator::kStart);
  EXPECT_NEAR(least, Oscillator::kStart, 0.03 * Oscillator::kStart);
}

// A spring that two steps cannot resolve is a constraint with damping, not a vibration.
TEST(Springs, StiffSpringComesToRest) {
  const double h = 1e-2;
  for (const auto kind : {Oscillator::Kind::kJoint, Oscillator::Kind::kLoop}) {
    for (const double turn : {2.0, 20.0}) {
      Oscillator spring(kind, weightless(h, Integrator::kSemiImplicitEuler), stiffness_of(turn, h));
      for (int k = 0; k < 50; ++k) spring.step();
      EXPECT_LT(std::abs(spring.x()), 1e-6 * Oscillator::kStart) << turn;
    }
  }
}

// A chain of stiff hinges with light links: the first hinge carries the inertia of all of them, but
// its own motion against its neighbour is fast.
TEST(Springs, StiffChainComesToRestAfterABlow) {
  const double h = 1e-2;
  constexpr int kLinks = 12;
  SkeletonBuilder builder("chain");
  for (int i = 0; i < kLinks; ++i) {
    LinkSpec link =
        test::rod_link("link" + std::to_string(i), i == 0 ? "" : "link" + std::to_string(i - 1),
                       i == 0 ? 0 : 0.1, {0.1, 0.1});
    link.joint_type = JointType::kRevolute;
    link.dofs.resize(1);
    link.dofs[0].stiffness = 100;
    builder.add_link(link);
  }
  World world(weightless(h, Integrator::kSemiImplicitEuler));
  Model& model = world.add_skeleton("chain", builder.build());
  VectorX v = VectorX::Zero(kLinks);
  v[kLinks - 1] = 1;
  model.set_v(v);
  double most = 0;
  for (int k = 0; k < 400; ++k) {
    world.step();
    most = std::max(most, model.v().cwiseAbs().maxCoeff());
  }
  EXPECT_LT(most, 3);
  EXPECT_LT(model.v().cwiseAbs().maxCoeff(), 0.05);
}

TEST(Springs, NumericalDampingGrowsWithTheAngleOfAStep) {
  EXPECT_EQ(numerical_damping(0.0), 0);
  EXPECT_EQ(numerical_damping(0.5), 0);
  EXPECT_NEAR(numerical_damping(1.25), 0.5, 1e-15);
  EXPECT_EQ(numerical_damping(2.0), 1);
  EXPECT_EQ(numerical_damping(1e300), 1);
}

// A sprung sledge with dry friction τ stops where |k x| ≤ τ and stays there.
TEST(Springs, DryFrictionStopsTheSwing) {
  const double h = 1e-3, k = 200, friction = 3;
  World world(weightless(h, Integrator::kSemiImplicitEuler));
  Model& model = world.add_skeleton("sledge", sprung_sledge(k, friction));
  model.set_q(VectorX::Constant(1, 0.1));
  // Each half swing takes 2 τ/k of the amplitude: 0.1 → −0.07 → 0.04 → −0.01.
  for (int i = 0; i < 3000; ++i) world.step();
  EXPECT_NEAR(model.q()[0], -0.01, 2e-4);
  EXPECT_NEAR(model.v()[0], 0, 1e-12);
}

}  // namespace
}  // namespace cardan
