#include "constraint/push_out.h"
#include "constraint/rows/compliance.h"
#include "test/unit/constraint/robot_samples.h"

// Compliance laws against implicit Euler of a mass on a spring, and the effect of stabilisation on
// rows, for a sledge on a rail.
namespace cardan {
namespace {

using test::Random;
using test::uniform;

/// A spring and damper on a mass, and its three names.
struct Oscillator {
  double m, k, b, h;

  explicit Oscillator(Random& random)
      : m(std::exp(uniform(random, -3, 5))),
        k(std::exp(uniform(random, -2, 16))),
        b(std::exp(uniform(random, -3, 8))),
        h(std::exp(uniform(random, -10, -3))) {}

  double time() const { return 2 * m / b; }
  double damping_ratio() const { return std::sqrt(m / k) / time(); }
  std::array<Compliance, 3> names() const {
    return {Compliance::spring(k, b), Compliance::time_constant(time(), damping_ratio()),
            Compliance::raw(1 / (h * k + b), h * k / (h * k + b))};
  }
};

TEST(Compliance, ThreeParametrisationsGiveOneLaw) {
  Random random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const Oscillator o(random);
    const RowCompliance spring = discretize(o.names()[0], 1 / o.m, o.h);
    for (const Compliance& law : o.names()) {
      const RowCompliance same = discretize(law, 1 / o.m, o.h);
      EXPECT_NEAR(same.S / spring.S, 1, 1e-14);
      EXPECT_NEAR(same.rate / spring.rate, 1, 1e-14);
      EXPECT_TRUE(law.soft());
      EXPECT_EQ(why_unusable(law), "");
    }
  }
}

// m (v⁺ − v) = −h (k (x + h v⁺) + b v⁺): v⁺ = (m v − h k x)/(m + h b + h² k).
TEST(Compliance, CompliantRowIsImplicitEulerOfAMassOnASpring) {
  Random random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const Oscillator o(random);
    const double x = uniform(random, -1, 1), v = uniform(random, -1, 1);
    const double closed = (o.m * v - o.h * o.k * x) / (o.m + o.h * o.b + o.h * o.h * o.k);
    for (const Compliance& law : o.names()) {
      // u = 0: (1/m + S) λ + v + rate x = 0, v⁺ = v + λ/m.
      const RowCompliance row = discretize(law, 1 / o.m, o.h);
      const double lambda = -(v + row.rate * x) / (1 / o.m + row.S);
      EXPECT_NEAR(v + lambda / o.m, closed, 1e-12 * (1 + std::abs(row.rate)));
    }
  }
}

// m (v⁺ − v) = −h (k (x + δ h v + γ h (v⁺ − v)) + b v⁺), γ = (1 + δ)²/4.
TEST(Compliance, LastingRowIsTheNewmarkLawOfAMassOnASpring) {
  Random random(3);
  int ends[3] = {};
  for (int trial = 0; trial < 1000; ++trial) {
    const Oscillator o(random);
    const double x = uniform(random, -1, 1), v = uniform(random, -1, 1);
    const double turn = o.h * std::sqrt(o.k / o.m);
    const double delta = std::min(std::max((turn - 0.5) / 1.5, 0.0), 1.0);
    const double gamma = 0.25 * (1 + delta) * (1 + delta), h2k = o.h * o.h * o.k;
    ++ends[delta == 0 ? 0 : (delta == 1 ? 1 : 2)];
    const double closed =
        ((o.m + (gamma - delta) * h2k) * v - o.h * o.k * x) / (o.m + o.h * o.b + gamma * h2k);
    for (std::size_t i = 0; i < 2; ++i) {
      const RowCompliance row = discretize_lasting(o.names()[i], 1 / o.m, o.h);
      const double lambda = -(v + row.rate * x - row.lag * v) / (1 / o.m + row.S);
      EXPECT_NEAR(v + lambda / o.m, closed, 1e-11 * (1 + std::abs(row.rate)));
    }
    const RowCompliance raw = discretize_lasting(o.names()[2], 1 / o.m, o.h);
    EXPECT_EQ(raw.rate, discretize(o.names()[2], 1 / o.m, o.h).rate);
    EXPECT_EQ(raw.lag, 0);
  }
  for (const int count : ends) EXPECT_GT(count, 50);
}

// The row of a one-sided spring is exact for a mass alone: v⁺ by bisection of the discrete gradient
// of ½ k min(φ, 0)² and of the way of the damper below 0.
TEST(Compliance, OneSidedRowIsTheDiscreteGradient) {
  Random random(4);
  int open = 0, enters = 0, leaves = 0, pressed = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const double h = 1e-2, m = std::exp(uniform(random, -2, 2));
    const double turn = std::exp(uniform(random, -3, 2)), k = m * turn * turn / (h * h);
    const double b = trial % 2 == 0 ? 0 : m / h * std::exp(uniform(random, -3, 2));
    const double least_share = trial % 4 < 2 ? 1 : 0.5;
    const double phi = uniform(random, -0.02, 0.02), v = uniform(random, -2, 2);
    const double free = v + uniform(random, -0.5, 0.5);
    const double delta = numerical_damping(turn);
    const double share = least_share + (1 - least_share) * numerical_damping(h * b / m);
    const auto start = [&](double u) {
      return phi - 0.5 * (1 - delta) * (1 - delta) * h * v + delta * h * u;
    };
    const auto end = [&](double u) { return phi + 0.5 * (1 + delta * delta) * h * u; };
    const auto potential = [&](double x) { return 0.5 * k * x * std::min(x, 0.0); };
    const auto impulse = [&](double u) {
      const double from = start(u), to = end(u);
      const double slope = std::abs(to - from) > 1e-9
                               ? (potential(to) - potential(from)) / (to - from)
                               : k * std::min(from, 0.0);
      const double way =
          std::min(phi + share * h * u, 0.0) - std::min(phi - (1 - share) * h * v, 0.0);
      return std::max(-h * slope - b * way, 0.0);
    };
    double low = -100, high = 100;
    for (int round = 0; round < 200; ++round) {
      const double u = 0.5 * (low + high);
      (m * (u - free) - impulse(u) > 0 ? high : low) = u;
    }
    const GapLaw law =
        discretize_one_sided(Compliance::spring(k, b), {phi, v, free, 1 / m}, h, least_share);
    const double lambda = std::max(0.0, -(free + law.bias) / (1 / m + law.S));
    EXPECT_NEAR(free + lambda / m, low, 1e-8) << trial;
    if (start(low) > 0) ++(end(low) > 0 ? open : enters);
    if (start(low) < 0) ++(end(low) > 0 ? leaves : pressed);
  }
  for (const int count : {open, enters, leaves, pressed}) EXPECT_GT(count, 200);
}

TEST(Compliance, InvalidParametersAreRejected) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Compliance& law :
       {Compliance::spring(0, 0), Compliance::spring(-1, 5), Compliance::spring(1, -5),
        Compliance::spring(nan, 1), Compliance::time_constant(0, 1),
        Compliance::time_constant(1, 0), Compliance::raw(0, 0.5), Compliance::raw(1, 1.5),
        Compliance::raw(1, -0.5), Compliance::raw(nan, 1)}) {
    EXPECT_NE(why_unusable(law), "");
  }
  EXPECT_EQ(why_unusable({}), "");
  EXPECT_EQ(why_unusable(Compliance::spring(0, 1)), "");
  EXPECT_FALSE(exerts_force(Compliance::spring(0, 0), 1e-3));
}

/// 2 kg on a rail, and a limit below it.
struct Sledge {
  test::Robots robots;
  ConstraintSet constraints;
  IslandSet islands;
  ConstraintRules rules;
  VectorX v = VectorX::Zero(1), z0 = VectorX::Zero(1);

  Sledge() {
    robots.h = 1e-2;
    SkeletonBuilder builder("sledge");
    LinkSpec link;
    link.name = "sledge";
    link.joint_name = "rail";
    link.joint_type = JointType::kPrismatic;
    link.inertia.mass = 2;
    link.inertia.inertia = Matrix3::Identity();
    builder.add_link(link);
    Random random(3);
    robots.add(random, builder.build());
    robots.trees[0].v = v.data();
    robots.trees[0].z0 = z0.data();
    constraints.limits.push_back({0, 0, 1, 0, 7, {}});
    islands.find(1, constraints);
  }

  BaseProblem with_gap(double gap, const Compliance& law = {}) {
    constraints.limits[0].gap = gap;
    constraints.limits[0].compliance = law;
    BaseProblem base;
    assemble_base_problem(islands[0], constraints, robots.trees, {}, rules, robots.h, base);
    return base;
  }
};

TEST(Compliance, SoftLimitYieldsOnlyWhenViolated) {
  Sledge sledge;
  sledge.rules.stabilization.kind = StabilizationKind::kRelaxation;
  sledge.rules.stabilization.relaxation = Compliance::time_constant(0.1, 0.5);
  sledge.rules.stabilization.slop = 1e-3;
  const BaseProblem open = sledge.with_gap(0.02), violated = sledge.with_gap(-0.02);
  EXPECT_EQ(open.S[0], 0);
  EXPECT_DOUBLE_EQ(open.b[0], 2);
  // k = m/(T ζ)² = 800, b = 2 m/T = 40: h² k + h b = 0.48.
  EXPECT_NEAR(violated.S[0], 1 / 0.48, 1e-13);
  EXPECT_NEAR(violated.b[0], -0.019 * 0.01 * 800 / 0.48, 1e-13);
  EXPECT_NEAR(violated.A_diag[0], 0.5 + 1 / 0.48, 1e-13);
  EXPECT_FALSE(violated.blocks[0].elastic);

  // The law of a limit does not depend on the stabilisation, and does not brake before the limit.
  for (const auto kind : {StabilizationKind::kBaumgarte, StabilizationKind::kRelaxation,
                          StabilizationKind::kProjection}) {
    sledge.rules.stabilization.kind = kind;
    const BaseProblem soft = sledge.with_gap(-0.02, Compliance::spring(1000, 10));
    EXPECT_NEAR(soft.S[0], 1 / 0.125, 1e-13);  // ¼ h² k + h b
    EXPECT_NEAR(soft.b[0], -0.02 * 0.01 * 1000 / 0.125, 1e-13);
    EXPECT_TRUE(soft.blocks[0].elastic);
  }
}

TEST(PushOut, PushOutCorrectsTheGapLeftByTheVelocity) {
  Sledge sledge;
  sledge.rules.stabilization.kind = StabilizationKind::kProjection;
  sledge.rules.stabilization.erp = 0.5;
  sledge.rules.stabilization.max_speed = 10;
  sledge.v[0] = -1;
  // The velocity row stops the sledge at its position and does not push it.
  const BaseProblem base = sledge.with_gap(-0.03);
  EXPECT_DOUBLE_EQ(base.b[0], -1);
  const double lambda = 2, u = 0;
  BaseProblem positions;
  ASSERT_TRUE(assemble_push_out(base, sledge.rules.stabilization, &lambda, &u, positions));
  ASSERT_EQ(positions.m(), 1);
  EXPECT_NEAR(positions.b[0], -0.5 * 0.03 / 0.01, 1e-14);
  EXPECT_EQ(positions.blocks[0].kind, BaseBlockKind::kLimit);
  EXPECT_EQ(positions.Y.value[0], base.Y.value[0]);
  EXPECT_NEAR(positions.S[0], 0.001 * base.A_diag[0], 1e-15);
  EXPECT_NEAR(positions.A_diag[0], 1.001 * base.A_diag[0], 1e-15);
  // A contact that already separates needs a smaller speed: φ + h J v⁺ = −0.02.
  const double leaving = 1;
  ASSERT_TRUE(assemble_push_out(base, sledge.rules.stabilization, &lambda, &leaving, positions));
  EXPECT_NEAR(positions.b[0], -0.5 * 0.02 / 0.01, 1e-14);
  // The speed is bounded. Gaps that stay open and elastic rows are left to the velocity problem.
  sledge.rules.stabilization.max_speed = 0.25;
  ASSERT_TRUE(assemble_push_out(base, sledge.rules.stabilization, &lambda, &u, positions));
  EXPECT_DOUBLE_EQ(positions.b[0], -0.25);
  const BaseProblem open = sledge.with_gap(0.03);
  const double free = 0, u_free = 2;
  EXPECT_FALSE(assemble_push_out(open, sledge.rules.stabilization, &free, &u_free, positions));
  const BaseProblem soft = sledge.with_gap(-0.03, Compliance::spring(1000, 10));
  EXPECT_FALSE(assemble_push_out(soft, sledge.rules.stabilization, &lambda, &u, positions));
  EXPECT_EQ(positions.m(), 0);
}

}  // namespace
}  // namespace cardan
