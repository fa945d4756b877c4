#include <numbers>

#include "test/unit/constraint/robot_samples.h"
#include "test/unit/constraint/solved_samples.h"

namespace cardan {
namespace {

using test::Random;

FormulationSpec polyhedral(int d, std::vector<Option> options = {}) {
  options.emplace_back("directions", d);
  return {"polyhedral", options};
}

/// A free body and an arm with contacts at random, through the whole assembly.
struct Sample {
  test::Robots robots;
  BaseProblem base;

  explicit Sample(Random& random) {
    robots.add(random, test::random_skeleton(random, 3, true));
    robots.add(random, test::random_skeleton(random, 4, false));
    ConstraintSet constraints;
    while (constraints.contacts.size() < 3) {
      ContactConstraint contact = test::random_contact(random, robots);
      contact.a = {0, 2};
      contact.b = constraints.contacts.size() == 1 ? BodyRef{1, 3} : BodyRef{};
      contact.surface.compliance = 1e-3;
      constraints.contacts.push_back(contact);
    }
    constraints.limits.push_back({1, 0, 1.0, 1e-3, 5});
    IslandSet islands;
    islands.find(2, constraints);
    assemble_base_problem(islands[0], constraints, robots.trees, {}, {}, robots.h, base);
    compute_mass_form(robots.trees, base);
  }

  /// v⁺ from λ_C through the factors, tree after tree.
  VectorX velocity_after(const VectorX& lambda_C) const {
    std::vector<VectorX> z;
    std::vector<double*> pointers;
    for (const auto& robot : robots.robots) z.push_back(robot->z0);
    for (VectorX& own : z) pointers.push_back(own.data());
    VectorX z_island = VectorX::Zero(base.Y.cols);
    add_transposed(base.Y.view(), lambda_C.data(), z_island.data());
    add_impulses(base, z_island.data(), pointers);
    VectorX v(base.Y.cols);
    int at = 0;
    for (std::size_t t = 0; t < z.size(); ++t) {
      unwhiten(*robots.robots[t]->skeleton, robots.robots[t]->data, z[t].data());
      v.segment(at, z[t].size()) = robots.robots[t]->v + z[t];
      at += static_cast<int>(z[t].size());
    }
    return v;
  }
};

TEST(PolyhedralSolved, MixedFormHoldsTheVelocitiesAfterTheStep) {
  Random random(1);
  int solved = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Sample sample(random);
    const BaseProblem& base = sample.base;
    for (const char* ordering : {"contact", "component"}) {
      const auto standard = make_formulation(polyhedral(8, {{"ordering", ordering}}));
      const auto mixed =
          make_formulation(polyhedral(8, {{"ordering", ordering}, {"form", "mixed"}}));
      Problem a, b;
      standard->build(base, 0, a);
      mixed->build(base, 0, b);
      validate(b.view());
      const test::Solution in_b = test::solve("lemke", b, 1e-11);
      if (in_b.status != CARDAN_SOLVED) continue;
      ++solved;
      const int n = base.Y.cols;
      ASSERT_EQ(b.m(), n + a.m());
      // The remaining rows solve the standard form, and λ_v is v⁺.
      EXPECT_LT(test::residual_of(a, in_b.lambda.tail(a.m())), 1e-9);
      const VectorX lambda_C = test::lift(*mixed, base, b, in_b.lambda);
      const VectorX v = sample.velocity_after(lambda_C);
      EXPECT_LT((in_b.lambda.head(n) - v).cwiseAbs().maxCoeff(),
                1e-12 * (1 + v.cwiseAbs().maxCoeff()));
      // Its residual of a wrong velocity is that velocity's error.
      VectorX wrong = in_b.lambda;
      wrong[0] += 1e-3;
      EXPECT_GT(test::residual_of(b, wrong), 1e-4);
    }
  }
  EXPECT_GT(solved, 110);
}

TEST(PolyhedralSolved, OrderingAndTimeScalingLeaveTheImpulses) {
  Random random(2);
  for (int trial = 0; trial < 40; ++trial) {
    // Few enough rows for the impulses to be determined.
    const BaseProblem base = test::random_base(random, {2, 1, 0, 12});
    const auto plain = make_formulation(polyhedral(6));
    Problem problem;
    plain->build(base, 0, problem);
    const test::Solution solution = test::solve("lemke", problem, 1e-11);
    if (solution.status != CARDAN_SOLVED) continue;
    const VectorX expected = test::lift(*plain, base, problem, solution.lambda);
    for (const std::vector<Option>& options :
         {std::vector<Option>{{"ordering", "component"}},
          {{"dt_scaling", "true"}},
          {{"ordering", "component"}, {"dt_scaling", "true"}}}) {
      const auto other = make_formulation(polyhedral(6, options));
      Problem changed;
      other->build(base, 0, changed);
      // From the same answer through the inverse lift: a solution of this problem too.
      const BaseProblem next = test::remembered(base, expected);
      VectorX start(changed.m());
      other->guess(next, changed, start.data());
      EXPECT_LT(test::residual_of(changed, start), 1e-9);
      const test::Solution found = test::solve("lemke", changed, 1e-11, start);
      ASSERT_EQ(found.status, CARDAN_SOLVED);
      EXPECT_LT((test::lift(*other, base, changed, found.lambda) - expected).norm(), 1e-8);
    }
  }
}

// (1 + ε) λ_n = −u_free: the contact is left by ε/(1 + ε) of the speed it came with.
TEST(PolyhedralSolved, EpsilonAllowsTheExpectedPenetration) {
  const BaseProblem base = test::falling_particle({-2, 1, 0.3}, 0.4);
  for (const double epsilon : {1e-6, 1e-3, 1e-1}) {
    std::ostringstream text;
    text << epsilon;
    const auto formulation = make_formulation(polyhedral(8, {{"epsilon", text.str()}}));
    Problem problem;
    formulation->build(base, 0, problem);
    const test::Solution solution = test::solve("lemke", problem, 1e-13);
    ASSERT_EQ(solution.status, CARDAN_SOLVED);
    const VectorX lambda_C = test::lift(*formulation, base, problem, solution.lambda);
    EXPECT_NEAR(lambda_C[0], 2 / (1 + epsilon), 1e-12);
    EXPECT_NEAR(lambda_C[0] + base.b[0], -2 * epsilon / (1 + epsilon), 1e-12);
  }
}

// Against exact friction of a sliding particle: the work of friction is cos θ ≥ cos(π/d) of
// Coulomb's, θ the angle of the slip from the next direction, so that the error falls with (π/d)².
TEST(PolyhedralSolved, MoreDirectionsApproachTheConeAsTheSquareOfTheirAngle) {
  const double mu = 0.4;
  for (const int d : {4, 8, 16, 32, 64}) {
    double worst = 0;
    for (int k = 0; k < d; ++k) {
      // Slightly off the middle between two directions, where the law differs most from the cone.
      const double angle = 2 * std::numbers::pi * (k + 0.49) / d;
      const BaseProblem base =
          test::falling_particle({-1, 50 * std::cos(angle), 50 * std::sin(angle)}, mu);
      const auto formulation = make_formulation(polyhedral(d));
      Problem problem;
      formulation->build(base, 0, problem);
      const test::Solution solution = test::solve("lemke", problem, 1e-12);
      ASSERT_EQ(solution.status, CARDAN_SOLVED);
      const VectorX lambda = test::lift(*formulation, base, problem, solution.lambda);
      const Vector2 slip = lambda.tail<2>() + Vector2(base.b[1], base.b[2]);
      worst = std::max(worst, 1 + lambda.tail<2>().dot(slip) / (mu * lambda[0] * slip.norm()));
    }
    const double predicted = 1 - std::cos(std::numbers::pi / d);
    EXPECT_LT(worst, predicted + 1e-9) << d;
    EXPECT_GT(worst, 0.9 * predicted) << d;
  }
}

// Two rigid walls approach a body between them: no solution exists, and the solver reports that.
TEST(PolyhedralSolved, RigidJamHasNoSolution) {
  for (const double S : {0.0, 1e-3}) {
    BaseProblem base;
    base.dt = 1e-3;
    base.tree = base.tree_column = {0};
    base.column_parent = {-1, 0, 1};
    base.num_contacts = 2;
    for (int k = 0; k < 2; ++k) test::push_base_block(base, {}, 3);
    MatrixX Y = MatrixX::Zero(6, 3);
    Y.topRows(3).setIdentity();
    Y.bottomRows(3) = -MatrixX::Identity(3, 3);
    test::push_dense(Y, base.Y);
    const double c1 = 0.3, c2 = 0.5;
    base.b = base.b_free = {-c1, 0, 0, -c2, 0, 0};
    base.S = {S, 0, 0, S, 0, 0};
    base.A_diag = {1 + S, 1, 1, 1 + S, 1, 1};
    base.prox_step.assign(6, 1.0);
    const auto formulation = make_formulation(polyhedral(8));
    Problem problem;
    formulation->build(base, 0, problem);
    const test::Solution solution = test::solve("lemke", problem, 1e-10);
    if (S == 0) {
      EXPECT_TRUE(solution.status == CARDAN_JAMMED || solution.status == CARDAN_INFEASIBLE);
      continue;
    }
    // Mean (c1 + c2)/(2S), difference (c2 − c1)/(2 + S).
    ASSERT_EQ(solution.status, CARDAN_SOLVED);
    const VectorX lambda_C = test::lift(*formulation, base, problem, solution.lambda);
    EXPECT_NEAR((lambda_C[0] + lambda_C[3]) / 2, (c1 + c2) / (2 * S), 1e-8);
    EXPECT_NEAR(lambda_C[3] - lambda_C[0], (c2 - c1) / (2 + S), 1e-10);
  }
}

}  // namespace
}  // namespace cardan
