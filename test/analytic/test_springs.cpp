#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "cardan/constraint_laws.h"
#include "sim/data/world_impl.h"
#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

// Springs of joints and loops and PD laws against the linear oscillator: amplitude, frequency and
// rest.
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

/// A mass on a spring, of a joint, a loop or a PD law, that starts at x = 0.1 m.
class Oscillator {
 public:
  enum class Kind { kJoint, kLoop, kPdLaw };
  static constexpr Kind kAll[] = {Kind::kJoint, Kind::kLoop, Kind::kPdLaw};

  Oscillator(Kind kind, const WorldSpec& spec, double stiffness, double damping = 0)
      : world_(spec) {
    if (kind != Kind::kLoop) {
      const bool by_law = kind == Kind::kPdLaw;
      model_ = &world_.add_skeleton("sledge", sprung_sledge(by_law ? 0 : stiffness));
      model_->set_q(VectorX::Constant(1, kStart));
      if (by_law) model_->set_pd(model_->joint(0), stiffness, damping, 0);
      return;
    }
    model_ = &world_.add(body("ball", sphere(0.05), kMass, at(kStart, 0, 0)));
    LoopSpec spring;
    spring.kind = LoopKind::kPoint;
    spring.a = "world";
    spring.b = "ball";
    spring.compliance = Compliance::spring(stiffness, damping);
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
  for (const auto kind : Oscillator::kAll) {
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
    for (const auto kind : Oscillator::kAll) {
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

// With midpoint, q and v belong to the same time, and the same law conserves their amplitude.
TEST(Springs, MidpointKeepsTheAmplitude) {
  const double h = 1e-2, omega = kTurn / h;
  for (const auto kind : Oscillator::kAll) {
    Oscillator spring(kind, weightless(h, Integrator::kMidpoint), stiffness_of(kTurn, h));
    for (int k = 0; k < 20 * 10000; ++k) spring.step();
    const double amplitude = std::hypot(spring.x(), spring.v() / omega);
    EXPECT_NEAR(amplitude, Oscillator::kStart, 1e-6 * Oscillator::kStart);
  }
}

// A damped soft loop under midpoint against its closed form: second order.
TEST(Springs, DampedLoopIsOfSecondOrderUnderMidpoint) {
  const double k = 200, b = 2, T = 0.8;
  const double decay = 0.5 * b / kMass, omega = std::sqrt(k / kMass - decay * decay);
  const double exact = Oscillator::kStart * std::exp(-decay * T) *
                       (std::cos(omega * T) + decay / omega * std::sin(omega * T));
  double last = 0;
  for (const double h : {8e-3, 4e-3, 2e-3}) {
    Oscillator spring(Oscillator::Kind::kLoop, weightless(h, Integrator::kMidpoint), k, b);
    for (int i = 0; i < std::lround(T / h); ++i) spring.step();
    const double error = std::abs(spring.x() - exact);
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.1) << h;
    }
    last = error;
  }
}

// A spring that two steps cannot resolve is a constraint with damping, not a vibration.
TEST(Springs, StiffSpringComesToRest) {
  const double h = 1e-2;
  for (const auto kind : Oscillator::kAll) {
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

// Implicit Euler takes ½ ω² h of the amplitude per second.
TEST(PdLaws, ImplicitEulerIsKeptAsAnOption) {
  const double h = 1e-3, omega = 20, T = 1;
  WorldSpec spec = weightless(h, Integrator::kSemiImplicitEuler);
  spec.pd_laws = PdDiscretization::kImplicitEuler;
  Oscillator spring(Oscillator::Kind::kPdLaw, spec, kMass * omega * omega);
  for (int k = 0; k < std::lround(T / h); ++k) spring.step();
  const double expected = Oscillator::kStart * std::exp(-0.5 * omega * omega * h * T);
  EXPECT_NEAR(spring.amplitude(omega), expected, 0.01 * expected);
}

/// Two sledges on parallel rails, the second on the first. effort: limit of both joints [N].
Model& add_sledges(World& world, double effort) {
  SkeletonBuilder builder("sledges");
  for (const char* parent : {"", "lower"}) {
    LinkSpec link = test::sledge_link(kMass);
    link.name = link.joint_name = *parent == 0 ? "lower" : "upper";
    link.parent = parent;
    link.dofs[0].effort_limit = effort;
    builder.add_link(link);
  }
  return world.add_skeleton("sledges", builder.build());
}

// A law that was at its bound is a row in the next step. Inside the bound, the row is the law of
// M̂.
TEST(PdLaws, RowIsTheLawInTheMassMatrix) {
  struct Case {
    Integrator integrator;
    PdDiscretization laws;
  };
  for (const Case& c : {Case{Integrator::kSemiImplicitEuler, PdDiscretization::kNewmark},
                        Case{Integrator::kSemiImplicitEuler, PdDiscretization::kImplicitEuler},
                        Case{Integrator::kMidpoint, PdDiscretization::kNewmark}}) {
    for (const double kp : {1.0, 1e2, 1e4, 0.0}) {
      WorldSpec spec = weightless(1e-2, c.integrator);
      spec.pd_laws = c.laws;
      World bounded(spec), free(spec);
      Model &rows = add_sledges(bounded, 100), &matrix = add_sledges(free, 1e9);
      for (int k = 0; k < 2; ++k) rows.set_pd(rows.joint(k), kp, 3, 100, 50);
      bounded.step();
      ASSERT_NEAR(rows.joint_effort(rows.joint(0)), 100, 1e-12) << "the law is at its bound";
      for (Model* model : {&rows, &matrix}) {
        model->set_q(VectorX{{0.3, -0.2}});
        model->set_v(VectorX{{0.05, -0.1}});
        for (int k = 0; k < 2; ++k) {
          const double target = (k == 0 ? 0.3 : -0.2) + 0.05 / std::max(kp, 1.0);
          model->set_pd(model->joint(k), kp, 3, target, 0.1);
        }
      }
      bounded.step();
      free.step();
      EXPECT_LT((rows.v() - matrix.v()).norm(), 1e-11) << kp;
      EXPECT_GT((rows.v() - VectorX{{0.05, -0.1}}).norm(), 1e-4) << "the laws act";
    }
  }
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

/// A mass that falls along its axis on the one-sided spring of a contact or of a limit at 0.
class Bouncer {
 public:
  enum class Kind { kContact, kLimit };

  Bouncer(Kind kind, double h, Integrator integrator, double stiffness, double weight)
      : world_(spec_of(kind, h, integrator, stiffness, weight)),
        weight_(weight),
        at_middle_(integrator == Integrator::kMidpoint) {
    if (kind == Kind::kContact) {
      world_.add_ground();
      model_ = &world_.add(body("ball", sphere(kRadius), kMass, at(0, 0, kRadius)));
      return;
    }
    SkeletonBuilder builder("sledge");
    LinkSpec link = test::sledge_link(kMass);
    link.dofs[0].lower = 0;
    builder.add_link(link);
    ModelSpec sledge;
    sledge.name = "sledge";
    sledge.skeleton = builder.build();
    sledge.limits = Compliance::spring(stiffness, 0);
    model_ = &world_.add(sledge);
  }

  void place(double x, double v) {
    if (joint()) {
      model_->set_q(VectorX::Constant(1, x));
      model_->set_v(VectorX::Constant(1, v));
    } else {
      model_->set_base_pose(at(0, 0, kRadius + x));
      model_->set_base_velocity({Vector3::Zero(), Vector3(0, 0, v)});
    }
    last_ = x;
  }
  void step() {
    last_ = x();
    if (joint()) model_->set_effort("rail", -weight_);
    world_.step();
  }
  double x() const { return joint() ? model_->q()[0] : model_->base_pose().p.z() - kRadius; }
  double v() const { return joint() ? model_->v()[0] : model_->base_velocity().linear.z(); }
  /// Energy of the synchronous state.
  double energy(double stiffness) const {
    const double x_v = at_middle_ ? x() : 0.5 * (last_ + x()), pressed = std::min(x_v, 0.0);
    return 0.5 * kMass * v() * v() + weight_ * x_v + 0.5 * stiffness * pressed * pressed;
  }

 private:
  static constexpr double kRadius = 0.5;
  static WorldSpec spec_of(Kind kind, double h, Integrator integrator, double stiffness,
                           double weight) {
    WorldSpec spec = weightless(h, integrator);
    if (kind == Kind::kContact) {
      spec.gravity.z() = -weight / kMass;
      spec.materials.named["default"].stiffness = 2 * stiffness;  // two in series
    }
    return spec;
  }
  bool joint() const { return model_->v().size() == 1; }

  World world_;
  Model* model_ = nullptr;
  double weight_, last_ = 0;
  bool at_middle_;
};

constexpr Bouncer::Kind kBouncers[] = {Bouncer::Kind::kContact, Bouncer::Kind::kLimit};
constexpr Integrator kIntegrators[] = {Integrator::kSemiImplicitEuler, Integrator::kMidpoint};

// Each bounce meets the steps at another phase.
TEST(OneSidedSprings, BouncesKeepTheEnergy) {
  const double h = 1e-2, weight = 10 * kMass;
  for (const auto kind : kBouncers) {
    for (const Integrator integrator : kIntegrators) {
      for (const double turn : {0.12, 0.3, 0.5}) {
        const double stiffness = stiffness_of(turn, h);
        Bouncer ball(kind, h, integrator, stiffness, weight);
        ball.place(0.03, 0);
        ball.step();
        const double start = ball.energy(stiffness);
        int bounces = 0;
        for (int i = 0; i < 100000 && bounces < 1000; ++i) {
          const double before = ball.v();
          ball.step();
          if (before <= 0 && ball.v() > 0) ++bounces;
        }
        EXPECT_EQ(bounces, 1000) << turn;
        EXPECT_NEAR(ball.energy(stiffness), start, 1e-6 * start) << turn;
      }
    }
  }
}

// In and out at the speed v, in half a period: x = v (T − π/ω) − x_0. Means over 8 phases.
TEST(OneSidedSprings, BounceIsOfSecondOrder) {
  const double omega = 20 * M_PI, T = 0.3, speed = 1;
  for (const auto kind : kBouncers) {
    for (const Integrator integrator : kIntegrators) {
      double last = 0;
      for (const double h : {4e-3, 2e-3, 1e-3, 5e-4}) {
        double error = 0;
        for (int phase = 0; phase < 8; ++phase) {
          const double start = 0.05 + speed * 4e-3 * phase / 8;
          Bouncer ball(kind, h, integrator, kMass * omega * omega, 0);
          ball.place(start, -speed);
          for (int i = 0; i < std::lround(T / h); ++i) ball.step();
          error += std::abs(ball.x() - (speed * (T - M_PI / omega) - start)) / 8;
        }
        if (last > 0) {
          EXPECT_NEAR(std::log2(last / error), 2, 0.15) << h;
        }
        last = error;
      }
    }
  }
}

// A spring that two steps cannot resolve stops what it catches.
TEST(OneSidedSprings, StiffSpringComesToRest) {
  const double h = 1e-2, weight = 10 * kMass;
  for (const auto kind : kBouncers) {
    for (const Integrator integrator : kIntegrators) {
      for (const double turn : {2.0, 20.0}) {
        const double stiffness = stiffness_of(turn, h);
        Bouncer ball(kind, h, integrator, stiffness, weight);
        ball.place(0.03, 0);
        for (int i = 0; i < 500; ++i) ball.step();
        EXPECT_NEAR(ball.x(), -weight / stiffness, 1e-6) << turn;
        EXPECT_NEAR(ball.v(), 0, 1e-6) << turn;
      }
    }
  }
}

// A box falls flat on the springs of its four corners. Each row alone expects another velocity than
// that of the box, so the law holds only to second order.
TEST(OneSidedSprings, CornersOfABoxBounceTogether) {
  const double h = 1e-2, stiffness = stiffness_of(0.06, h), weight = 10 * kMass;
  WorldSpec spec = world_spec(h, {.mu = 0}, "", "", 1e-12);
  spec.gravity.z() = -weight / kMass;
  spec.materials.named["default"].stiffness = 2 * stiffness;
  World world(spec);
  world.add_ground();
  Model& box = world.add(body("box", test::box({1, 1, 0.4}), kMass, at(0, 0, 0.25)));
  double start = 0, energy = 0;
  int bounces = 0;
  for (int i = 0; i < 10000 && bounces < 20; ++i) {
    const double x_before = box.base_pose().p.z() - 0.2, before = box.base_velocity().linear.z();
    world.step();
    const double x = 0.5 * (x_before + box.base_pose().p.z() - 0.2), pressed = std::min(x, 0.0);
    energy = world.kinetic_energy() + weight * x + 4 * 0.5 * stiffness * pressed * pressed;
    if (i == 0) start = energy;
    if (before <= 0 && box.base_velocity().linear.z() > 0) ++bounces;
  }
  EXPECT_EQ(bounces, 20);
  EXPECT_NEAR(energy, start, 1e-3 * start);
}

// An effort presses a sledge with dry friction τ against the spring of its limit. The swings about
// the balance lose 2 τ/k each, as for DryFrictionStopsTheSwing.
TEST(OneSidedSprings, DryFrictionStopsASledgeAtItsLimit) {
  const double h = 1e-3, k = 200, friction = 3, effort = 40;
  for (const Integrator integrator : kIntegrators) {
    SkeletonBuilder builder("sledge");
    LinkSpec link = test::sledge_link(kMass);
    link.dofs[0].friction = friction;
    link.dofs[0].lower = 0;
    builder.add_link(link);
    World world(weightless(h, integrator));
    ModelSpec spec;
    spec.name = "sledge";
    spec.skeleton = builder.build();
    spec.limits = Compliance::spring(k, 0);
    Model& model = world.add(spec);
    model.set_q(VectorX::Constant(1, -effort / k + 0.1));
    for (int i = 0; i < 3000; ++i) {
      model.set_effort("rail", -effort);
      world.step();
    }
    EXPECT_NEAR(model.q()[0], -effort / k - 0.01, 2e-4);
    EXPECT_NEAR(model.v()[0], 0, 1e-9);
  }
}

}  // namespace
}  // namespace cardan
