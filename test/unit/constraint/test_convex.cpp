#include "test/support/dense_algebra.h"
#include "test/unit/constraint/solved_samples.h"

namespace cardan {
namespace {

using test::Random;

FormulationSpec convex() { return {"convex", {}}; }

/// Limits and joint frictions too.
BaseProblem sample(Random& random, int contacts) {
  return test::random_base(random, {contacts, 1, 1, 3 * contacts + 1});
}

TEST(Convex, EveryRowIsCompliantAndNormalsKeepTheirCompliance) {
  Random random(1);
  BaseProblem base = sample(random, 3);
  base.S[base.blocks[1].row] = 0;
  base.A_diag[base.blocks[1].row] = test::dense(base.Y).row(base.blocks[1].row).squaredNorm();
  base.blocks[2].surface.tangential_stiffness = 1e4;
  base.blocks[2].surface.tangential_damping = 10;
  Problem problem;
  make_formulation(convex())->build(base, 0, problem);
  validate(problem.view());
  EXPECT_TRUE(problem.properties & CARDAN_COMPLIANT);
  const MatrixX S = test::dense(problem.S);
  EXPECT_DOUBLE_EQ(S(0, 0), base.S[0]);
  EXPECT_DOUBLE_EQ(S(3, 3), 1e-4 * base.A_diag[3]);
  for (const int row : {1, 4}) {
    EXPECT_DOUBLE_EQ(S(row, row), 1e-3 * (base.A_diag[row] + base.A_diag[row + 1]) / 2);
    EXPECT_EQ(S(row, row), S(row + 1, row + 1));
  }
  EXPECT_DOUBLE_EQ(S(7, 7), 1 / (1e4 * base.dt * base.dt + 10 * base.dt));
  for (const int row : {9, 10}) EXPECT_DOUBLE_EQ(S(row, row), 1e-4 * base.A_diag[row]);
  EXPECT_EQ((S - MatrixX(S.diagonal().asDiagonal())).norm(), 0);
}

/// The impulse of one contact by regions, in closed form from the velocity without its own
/// compliance [Castro et al. 2022, sec. IV]: y = −R⁻¹ u; stick |y_t| ≤ μ y_n: y; open y_n ≤ −μ̂
/// |y_t|: 0, μ̂ = μ R_t/R_n; else λ_n = (y_n + μ̂ |y_t|)/(1 + μ² R_t/R_n), λ_t = μ λ_n y_t/|y_t|.
Vector3 closed_form(const Vector3& u, double mu, double R_n, double R_t, int* region) {
  const Vector3 y(-u[0] / R_n, -u[1] / R_t, -u[2] / R_t);
  const double y_r = y.tail<2>().norm(), mu_hat = mu * R_t / R_n;
  *region = 0;
  if (y_r <= mu * y[0]) return y;
  *region = 1;
  if (y[0] <= -mu_hat * y_r) return Vector3::Zero();
  *region = 2;
  const double n = (y[0] + mu_hat * y_r) / (1 + mu * mu * R_t / R_n);
  Vector3 lambda(n, 0, 0);
  lambda.tail<2>() = mu * n / y_r * y.tail<2>();
  return lambda;
}

TEST(Convex, SolutionIsTheClosedFormInEveryRegion) {
  Random random(2);
  int seen[3] = {0, 0, 0};
  for (int trial = 0; trial < 60; ++trial) {
    const BaseProblem base = sample(random, 1 + trial % 4);
    Problem problem;
    make_formulation(convex())->build(base, 0, problem);
    const test::Solution solution = test::solve("conic", problem, 1e-13);
    ASSERT_LT(solution.residual, 1e-11);
    const MatrixX S = test::dense(problem.S);
    const VectorX u_hard =
        test::dense_A(problem) * solution.lambda + test::to_vector(problem.b) - S * solution.lambda;
    for (int contact = 0; contact < base.num_contacts; ++contact) {
      const int row = 3 * contact;
      int region = 0;
      const Vector3 expected = closed_form(u_hard.segment<3>(row), base.blocks[contact].mu,
                                           S(row, row), S(row + 1, row + 1), &region);
      ++seen[region];
      EXPECT_LT((solution.lambda.segment<3>(row) - expected).norm(), 1e-6 * (1 + expected.norm()));
    }
  }
  for (const int count : seen) EXPECT_GT(count, 10);
}

TEST(Convex, SolutionDoesNotDependOnTheInitialGuess) {
  Random random(3);
  for (int trial = 0; trial < 30; ++trial) {
    // More rows than degrees of freedom: rigid impulses would not be determined.
    const BaseProblem base = test::random_base(random, {4, 0, 0, 6});
    Problem problem;
    make_formulation(convex())->build(base, 0, problem);
    EXPECT_GT(test::algebra::symmetric_eigenvalues(test::dense_A(problem)).minCoeff(), 0);
    const test::Solution first = test::solve("conic", problem, 1e-13);
    ASSERT_LT(first.residual, 1e-11);
    for (int start = 0; start < 4; ++start) {
      const VectorX guess = test::uniform_vector(random, problem.m(), -3, 3);
      const test::Solution other =
          test::solve(start % 2 == 0 ? "conic" : "pgs", problem, 1e-13, guess);
      if (other.residual > 1e-11) continue;
      EXPECT_LT((other.lambda - first.lambda).norm(), 1e-6 * (1 + first.lambda.norm()));
    }
  }
}

TEST(Convex, SlidingContactsSeparate) {
  const double mu = 0.5;
  const BaseProblem base = test::falling_particle({-1, 3, 4}, mu);
  for (const int pyramid : {0, 8, 64}) {
    const auto formulation = make_formulation({"convex", {{"pyramid", std::to_string(pyramid)}}});
    Problem problem;
    formulation->build(base, 0, problem);
    const test::Solution solution = test::solve("conic", problem, 1e-13);
    ASSERT_LT(solution.residual, 1e-12);
    const VectorX lambda = test::lift(*formulation, base, problem, solution.lambda);
    VectorX u = lambda + test::to_vector(base.b);
    u[0] += 1e-4 * lambda[0];
    u.tail(2) += 1e-3 * lambda.tail(2);
    // u_n = μ |u_t| exactly for the cone; the face of a pyramid of d edges lies within cos(π/d) of
    // it.
    const double inside = pyramid == 0 ? 1 : std::cos(std::numbers::pi / pyramid);
    EXPECT_LE(u[0], mu * u.tail(2).norm() + 1e-11);
    EXPECT_GE(u[0], inside * mu * u.tail(2).norm() - 1e-11);
    EXPECT_GT(u[0], 1.5);
    EXPECT_LE(lambda.tail(2).norm(), mu * lambda[0] + 1e-12);
    EXPECT_GE(lambda.tail(2).norm(), inside * mu * lambda[0] - 1e-12);
  }
}

TEST(Convex, PyramidsOfManyEdgesApproachTheCone) {
  Random random(4);
  double error[3] = {0, 0, 0};
  for (int trial = 0; trial < 10; ++trial) {
    const BaseProblem base = sample(random, 2);
    Problem cone, pyramid;
    const auto exact = make_formulation(convex());
    exact->build(base, 0, cone);
    const test::Solution round = test::solve("conic", cone, 1e-13);
    ASSERT_LT(round.residual, 1e-11);
    const VectorX expected = test::lift(*exact, base, cone, round.lambda);
    for (int k = 0; k < 3; ++k) {
      const auto formulation =
          make_formulation({"convex", {{"pyramid", std::to_string(8 << (2 * k))}}});
      formulation->build(base, 0, pyramid);
      validate(pyramid.view());
      const test::Solution flat = test::solve("conic", pyramid, 1e-10);
      ASSERT_LT(flat.residual, 1e-7);
      const VectorX lambda_C = test::lift(*formulation, base, pyramid, flat.lambda);
      error[k] = std::max(error[k], (lambda_C - expected).norm());
      // The inverse lift lifts back to the same friction.
      const BaseProblem next = test::remembered(base, lambda_C);
      VectorX start(pyramid.m());
      formulation->guess(next, pyramid, start.data());
      EXPECT_LT((test::lift(*formulation, base, pyramid, start) - lambda_C).head(6).norm(), 1e-6);
    }
  }
  // Towards (π/d)², a sixteenth with four times the edges, once no contact is between two modes.
  EXPECT_LT(error[1], error[0] / 4);
  EXPECT_LT(error[2], error[1] / 4);
}

TEST(Convex, TorsionAndRollingAreRowsOfTheCone) {
  Random random(5);
  const test::Spins spins{0.02, 0.03};
  for (const int pyramid : {0, 8}) {
    const auto formulation = make_formulation({"convex", {{"pyramid", std::to_string(pyramid)}}});
    formulation->configure({true, true});
    EXPECT_EQ(formulation->info().max_cone_dim, pyramid == 0 ? 6 : 0);
    for (int trial = 0; trial < 20; ++trial) {
      const BaseProblem base = test::random_spin_base(random, 2, 20, spins);
      Problem problem;
      formulation->build(base, 0, problem);
      validate(problem.view());
      const test::Solution solution = test::solve("conic", problem, 1e-12);
      EXPECT_LT(solution.residual, 1e-10);
      const VectorX lambda = test::lift(*formulation, base, problem, solution.lambda);
      for (int contact = 0; contact < 2; ++contact) {
        double sum = 0;
        sum += std::pow(lambda.segment(3 * contact + 1, 2).norm() / base.blocks[contact].mu, 2);
        for (const BaseBlock& block : base.blocks) {
          if (block.contact != contact) continue;
          sum += std::pow(lambda.segment(block.row, block.dim).norm() / block.mu, 2);
        }
        EXPECT_LE(std::sqrt(sum), lambda[3 * contact] + 1e-8);
      }
    }
  }
}

}  // namespace
}  // namespace cardan
