#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "test/unit/solvers/convex_problems.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_interior_point(void);

/// interior_point against closed forms, conic and the optimality conditions.
namespace cardan::test {
namespace {

/// Rounding of u = A λ + b in the worst row [m/s].
double rounding(const TestProblem& problem, const VectorXd& lambda) {
  return 1e-15 * (problem.A().cwiseAbs() * lambda.cwiseAbs() + problem.b.cwiseAbs()).maxCoeff();
}

TEST(InteriorPoint, EveryKindAndDimensionIsSolvedTo1e12) {
  SolverUnderTest solver(cardan_solver_entry_interior_point());
  std::mt19937 random(1);
  int steps = 0, above = 0;
  constexpr int kCount = 400;
  for (int k = 0; k < kCount; ++k) {
    const ConvexKind kind{1 + k % 5, 6 + k % 12, 2, 6, k % 4, k % 3 == 0 ? 1e-4 : 0.0,
                          1,         k % 7 == 0};
    TestProblem problem = convex_problem(random, kind);
    problem.tolerance = 1e-12;
    problem.finish();
    const Solved solved = solver.solve(problem);
    steps += solved.report.iterations;
    above += solved.status != CARDAN_SOLVED;
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-12 + 4 * rounding(problem, solved.lambda))
        << k << ": " << solved.status << " after " << solved.report.iterations;
  }
  std::printf("%d problems, %d above 1e-12 by rounding, %.1f steps on average\n", kCount, above,
              steps / static_cast<double>(kCount));
  EXPECT_LE(above, 2);
}

TEST(InteriorPoint, MassRatiosOf10000AndDuplicatesAreSolvedTo1e10) {
  SolverUnderTest solver(cardan_solver_entry_interior_point());
  std::mt19937 random(2);
  for (int k = 0; k < 200; ++k) {
    const TestProblem problem =
        convex_problem(random, {1 + k % 6, 6 + k % 20, 3, 3, k % 2, 0, 1e4, k % 2 == 0});
    const Solved solved = solver.solve(problem);
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-10 + rounding(problem, solved.lambda))
        << k << ": " << solved.status;
  }
}

TEST(InteriorPoint, VelocitiesAndUniqueImpulsesAgreeWithConic) {
  SolverUnderTest solver(cardan_solver_entry_interior_point());
  SolverUnderTest conic(cardan_solver_entry_conic());
  std::mt19937 random(3);
  int compared = 0;
  for (int k = 0; k < 100; ++k) {
    const bool unique = k % 2 == 0;
    TestProblem problem =
        convex_problem(random, {1 + k % 4, 9, 2, 6, k % 3, unique ? 1e-2 : 0.0, 1, false});
    problem.tolerance = 1e-11;
    problem.finish();
    const Solved a = solver.solve(problem), b = conic.solve(problem);
    ASSERT_EQ(a.status, CARDAN_SOLVED) << k;
    if (b.status != CARDAN_SOLVED) continue;
    ++compared;
    const MatrixXd A = problem.A();
    EXPECT_LE((A * (a.lambda - b.lambda)).cwiseAbs().maxCoeff(), 1e-8) << k;
    if (unique) {
      EXPECT_LE((a.lambda - b.lambda).norm(), 1e-8 * (1 + b.lambda.norm())) << k;
    }
  }
  EXPECT_GE(compared, 95);
}

/// One particle of 1 kg on a plane, free velocity b (normal first).
TestProblem particle(const Eigen::Vector3d& b, double mu) {
  TestProblem problem;
  problem.Y = MatrixXd::Identity(3, 3);
  problem.b = b;
  problem.add_block(CARDAN_CONE_CONVEX, 3, mu);
  problem.tolerance = 1e-13;
  problem.finish();
  return problem;
}

TEST(InteriorPoint, SingleParticleFollowsTheConvexLaw) {
  SolverUnderTest solver(cardan_solver_entry_interior_point());
  // Sticks: |u_t| ≤ μ |u_n|.
  const Solved sticks = solver.solve(particle({-1, 0.3, 0.4}, 0.6));
  EXPECT_LE((sticks.lambda - Eigen::Vector3d(1, -0.3, -0.4)).norm(), 1e-12);
  // Slides: λ_n = (−b_n + μ |b_t|)/(1 + μ²), λ_t = −μ λ_n b_t/|b_t|, and separates at μ |u_t|.
  const double mu = 0.5, lambda_n = (1 + mu * 5) / (1 + mu * mu);
  const Solved slides = solver.solve(particle({-1, 3, 4}, mu));
  EXPECT_LE((slides.lambda - lambda_n * Eigen::Vector3d(1, -0.6 * mu, -0.8 * mu)).norm(), 1e-12);
  EXPECT_NEAR(slides.u[0], mu * slides.u.tail<2>().norm(), 1e-12);
  // Leaves: b ∈ K*; and with μ = 0 nothing but the normal acts.
  EXPECT_EQ(solver.solve(particle({3, 3, 4}, mu)).lambda.norm(), 0);
  const Solved smooth = solver.solve(particle({-1, 3, 4}, 0));
  EXPECT_LE((smooth.lambda - Eigen::Vector3d(1, 0, 0)).norm(), 1e-12);
}

TEST(InteriorPoint, BoxesStopAtTheirBounds) {
  SolverUnderTest solver(cardan_solver_entry_interior_point());
  TestProblem problem;
  problem.Y = 2 * MatrixXd::Identity(5, 5);
  problem.b = (VectorXd(5) << -4, 4, -40, -40, 8).finished();
  problem.add_block(CARDAN_BOX, 1, 0, -1, -2, 2);                // inside: 1
  problem.add_block(CARDAN_BOX, 1, 0, -1, -0.5, 2);              // at lo
  problem.add_block(CARDAN_BOX, 1, 0, -1, -0.5, 2);              // at hi
  problem.add_block(CARDAN_BOX, 1, 0, -1, -HUGE_VAL, HUGE_VAL);  // free: 10
  problem.add_block(CARDAN_BOX, 1, 0, -1, 3, 3);                 // one value
  problem.tolerance = 1e-13;
  problem.finish();
  const Solved solved = solver.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  EXPECT_LE((solved.lambda - (VectorXd(5) << 1, -0.5, 2, 10, 3).finished()).norm(), 1e-12);
}

TEST(InteriorPoint, UnsolvableProblemIsProvenInfeasible) {
  SolverUnderTest solver(cardan_solver_entry_interior_point());
  // Two walls that close in on a body from both sides.
  TestProblem walls;
  walls.Y = (MatrixXd(2, 1) << 1, -1).finished();
  walls.b = Eigen::Vector2d(-1, -2);
  walls.add_block(CARDAN_NONNEGATIVE, 2);
  walls.finish();
  const Solved jam = solver.solve(walls);
  EXPECT_EQ(jam.status, CARDAN_INFEASIBLE);
  EXPECT_NEAR(jam.lambda[0], jam.lambda[1], 1e-11 * jam.lambda[0]);

  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  int infeasible = 0, solved = 0, undecided = 0;
  for (int k = 0; k < 200; ++k) {
    TestProblem problem = convex_problem(random, {2 + k % 4, 6, 3, 3, k % 2, 0, 1, false});
    for (double& b : problem.b) b = normal(random);  // outside the range of Y
    problem.finish();
    const Solved result = solver.solve(problem);
    solved += result.status == CARDAN_SOLVED;
    if (result.status == CARDAN_SOLVED) continue;
    // Among 2000 such problems, one has only a solution of 1e6 N s, which no step reaches.
    if (result.status != CARDAN_INFEASIBLE) {
      ++undecided;
      continue;
    }
    ++infeasible;
    const VectorXd& lambda = result.lambda;
    const double size = (problem.A().cwiseAbs() * lambda.cwiseAbs()).maxCoeff();
    EXPECT_LE((problem.A() * lambda).cwiseAbs().maxCoeff(), 1e-10 * size) << k;
    EXPECT_LT(problem.b.dot(lambda), 0) << k;
    for (const cardan_block& block : problem.blocks) {
      const VectorXd own = lambda.segment(block.row, block.dim);
      if (block.kind == CARDAN_CONE_CONVEX) {
        EXPECT_LE(own.tail(2).norm(), block.mu * own[0] + 1e-12) << k;
      } else if (block.kind == CARDAN_NONNEGATIVE) {
        EXPECT_GE(own.minCoeff(), 0) << k;
      }
    }
  }
  std::printf("%d proven infeasible, %d undecided, %d solved\n", infeasible, undecided, solved);
  EXPECT_LE(undecided, 1);
  EXPECT_GT(infeasible, 30);
  EXPECT_GT(solved, 20);
}

}  // namespace
}  // namespace cardan::test
