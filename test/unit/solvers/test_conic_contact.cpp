#include <gtest/gtest.h>

#include <cmath>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);

/// One contact against closed forms and against the definition of the modes.
namespace cardan::test {
namespace {

/// u = W λ + b with a full W; W stands in S, Y is empty.
TestProblem one_contact(const Eigen::Matrix3d& W, const Eigen::Vector3d& b, double mu) {
  TestProblem problem;
  problem.S = W;
  problem.b = b;
  problem.tolerance = 1e-13;
  problem.add_block(CARDAN_CONE, 3, mu);
  problem.finish();
  return problem;
}

/// Disables all stages but the one-contact solve, so that none of them repairs its answer.
void sweeps_only(SolverUnderTest& conic) {
  conic.set("max_sweeps", 4);
  conic.set("max_dense_rows", 0);
  conic.set("max_accelerated", 0);
}

Eigen::Matrix3d random_spd(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Eigen::Matrix3d R;
  for (int i = 0; i < 9; ++i) R(i % 3, i / 3) = normal(random);
  return R * R.transpose() + 0.1 * Eigen::Matrix3d::Identity();
}

TEST(ConicContact, OpenContactHasNoImpulse) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  const Solved solved =
      conic.solve(one_contact(Eigen::Matrix3d::Identity(), {0.1, -5, 3}, 0.5), VectorXd::Ones(3));
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  EXPECT_EQ(solved.lambda, VectorXd::Zero(3));
}

TEST(ConicContact, StickingImpulseIsTheInverseTimesTheBias) {
  std::mt19937 random(3);
  SolverUnderTest conic(cardan_solver_entry_conic());
  sweeps_only(conic);
  for (int k = 0; k < 100; ++k) {
    const Eigen::Matrix3d W = random_spd(random);
    // λ well inside the cone, so that it is the answer.
    const Eigen::Vector3d expected(1.0, 0.3 * std::cos(k), 0.3 * std::sin(k));
    const Solved solved = conic.solve(one_contact(W, -W * expected, 0.5));
    EXPECT_EQ(solved.status, CARDAN_SOLVED);
    EXPECT_LE((solved.lambda - expected).norm(), 1e-12);
    EXPECT_LE(solved.u.norm(), 1e-13);
  }
}

TEST(ConicContact, IsotropicSlidingIsExactIn360Directions) {
  // W = diag(1/m, a, a): λ_n = −m b_n, λ_t against the slip.
  const double mass = 2, a = 3, mu = 0.4, slip = 4;
  SolverUnderTest conic(cardan_solver_entry_conic());
  sweeps_only(conic);
  for (int degree = 0; degree < 360; ++degree) {
    const double angle = degree * M_PI / 180;
    const Eigen::Vector2d direction(std::cos(angle), std::sin(angle));
    const Eigen::Vector3d b(-0.5, slip * direction.x(), slip * direction.y());
    const Solved solved =
        conic.solve(one_contact(Eigen::Vector3d(1 / mass, a, a).asDiagonal(), b, mu));
    EXPECT_EQ(solved.status, CARDAN_SOLVED);
    EXPECT_NEAR(solved.lambda[0], mass * 0.5, 1e-14);
    EXPECT_LE((solved.lambda.tail(2) + mu * mass * 0.5 * direction).norm(), 1e-14);
  }
}

TEST(ConicContact, CoupledSlidingSatisfiesItsDefinition) {
  // Any W with W_nt ≠ 0: u_n = 0, ‖λ_t‖ = μ λ_n, λ_t opposite to u_t.
  std::mt19937 random(4);
  SolverUnderTest conic(cardan_solver_entry_conic());
  sweeps_only(conic);
  int slides = 0;
  for (int k = 0; k < 3600; ++k) {
    const Eigen::Matrix3d W = random_spd(random);
    const double angle = k * M_PI / 180, mu = 0.1 + 0.1 * (k % 15);
    const Eigen::Vector3d b(-0.2, 3 * std::cos(angle), 3 * std::sin(angle));
    const TestProblem problem = one_contact(W, b, mu);
    const Solved solved = conic.solve(problem);
    ASSERT_EQ(solved.status, CARDAN_SOLVED) << k;
    ASSERT_LE(natural_map(problem, solved.lambda), 1e-12) << k;
    const Eigen::Vector3d u = W * solved.lambda + b;
    if (solved.lambda[0] == 0 || u.norm() < 1e-10) continue;
    ++slides;
    const double bound = mu * solved.lambda[0], speed = u.tail(2).norm();
    ASSERT_NEAR(u[0], 0, 1e-12) << k;
    ASSERT_NEAR(solved.lambda.tail(2).norm(), bound, 1e-12 * (1 + bound)) << k;
    ASSERT_NEAR(solved.lambda.tail(2).dot(u.tail(2)), -bound * speed, 1e-11 * (1 + bound * speed))
        << k;
  }
  EXPECT_GT(slides, 1500);
}

TEST(ConicContact, ConesOfEveryDimensionAreSolved) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  SolverUnderTest conic(cardan_solver_entry_conic());
  sweeps_only(conic);
  for (int k = 0; k < 1000; ++k) {
    const int dim = 2 + k % 5;
    TestProblem problem;
    problem.Y = MatrixXd::NullaryExpr(dim, dim + 1, [&] { return normal(random); });
    problem.b = VectorXd::NullaryExpr(dim, [&] { return 2 * normal(random); });
    problem.b[0] -= 1;
    problem.tolerance = 1e-11;
    problem.add_block(k % 2 ? CARDAN_CONE : CARDAN_CONE_CONVEX, dim, 0.1 + 0.2 * (k % 6));
    problem.finish();
    const Solved solved = conic.solve(problem);
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-11) << k << " dim " << dim;
  }
}

TEST(ConicContact, FrictionCoefficientsFromZeroToAThousandAreSolved) {
  std::mt19937 random(6);
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (double mu : {0.0, 1e-6, 1.0, 30.0, 1000.0}) {
    for (int k = 0; k < 100; ++k) {
      const Eigen::Vector3d b(-0.5, std::cos(k), std::sin(k));
      TestProblem problem = one_contact(random_spd(random), b, mu);
      problem.tolerance = 1e-10;
      problem.finish();
      const Solved solved = conic.solve(problem);
      ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-10) << "mu " << mu << " problem " << k;
      if (mu == 0) {
        EXPECT_EQ(solved.lambda.tail(2).norm(), 0);
      }
    }
  }
}

TEST(ConicContact, RowWithoutTangentialInertiaIsSolved) {
  // Row t2 cannot move anything: A has a zero row there, b is zero with it.
  Eigen::Matrix3d W = Eigen::Vector3d(1, 2, 0).asDiagonal();
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (double slip : {0.1, 5.0}) {
    const TestProblem problem = one_contact(W, {-1, slip, 0}, 0.5);
    const Solved solved = conic.solve(problem);
    EXPECT_LE(natural_map(problem, solved.lambda), 1e-12) << slip;
  }
}

// Two bodies wedged against each other: the residual of one sweep, 1.71, is above that of no
// impulse at all, 1. The sweep is still the answer: without an impulse the bodies would fall.
TEST(ConicContact, BudgetOfOneSweepReturnsThatSweep) {
  TestProblem problem;
  problem.Y = (MatrixXd(2, 2) << 1, 0, -0.9, std::sqrt(0.19)).finished();
  problem.S = MatrixXd::Zero(2, 2);
  problem.b = Eigen::Vector2d(-1, -1);
  problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.finish();
  SolverUnderTest conic(cardan_solver_entry_conic());
  sweeps_only(conic);
  conic.set("max_sweeps", 1);
  const Solved solved = conic.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_ITERATIONS);
  EXPECT_LE((solved.lambda - Eigen::Vector2d(1, 1.9)).norm(), 1e-12) << solved.lambda.transpose();
}

}  // namespace
}  // namespace cardan::test
