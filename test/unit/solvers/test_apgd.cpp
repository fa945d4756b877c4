#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "test/unit/solvers/convex_problems.h"

extern "C" const cardan_entry* cardan_solver_entry_apgd(void);
extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_interior_point(void);

/// apgd against interior_point on convex problems, against conic on exact cones.
namespace cardan::test {
namespace {

TEST(Apgd, VelocitiesAgreeWithInteriorPoint) {
  SolverUnderTest apgd(cardan_solver_entry_apgd());
  SolverUnderTest oracle(cardan_solver_entry_interior_point());
  std::mt19937 random(1);
  for (const double compliance : {0.0, 1e-4, 1e-2}) {
    int steps = 0;
    for (int k = 0; k < 60; ++k) {
      TestProblem problem =
          convex_problem(random, {1 + k % 6, 6 + k % 20, 2, 6, k % 3, compliance, 1, k % 4 == 0});
      problem.tolerance = 1e-9;
      problem.finish();
      const Solved a = apgd.solve(problem), b = oracle.solve(problem);
      ASSERT_EQ(a.status, CARDAN_SOLVED) << compliance << ", " << k << ": " << a.report.residual;
      ASSERT_LE(natural_map(problem, a.lambda), 1.01e-9) << compliance << ", " << k;
      EXPECT_LE((problem.A() * (a.lambda - b.lambda)).cwiseAbs().maxCoeff(), 1e-7) << k;
      steps += a.report.iterations;
    }
    std::printf("compliance %g: %.0f steps on average\n", compliance, steps / 60.0);
  }
}

TEST(Apgd, MassRatiosOf10000ConvergeInManySteps) {
  SolverUnderTest apgd(cardan_solver_entry_apgd());
  std::mt19937 random(2);
  int solved = 0;
  for (int k = 0; k < 20; ++k) {
    TestProblem problem =
        convex_problem(random, {1 + k % 4, 6 + k % 12, 3, 3, k % 2, 1e-3, 1e4, k % 4 == 0});
    problem.tolerance = 1e-8;
    problem.finish();
    const Solved result = apgd.solve(problem);
    solved += result.status == CARDAN_SOLVED;
    EXPECT_LE(natural_map(problem, result.lambda), 1e-6) << k;
  }
  EXPECT_GE(solved, 19);
}

TEST(Apgd, ExactConesByTheOuterShiftAgreeWithConic) {
  SolverUnderTest apgd(cardan_solver_entry_apgd());
  SolverUnderTest conic(cardan_solver_entry_conic());
  std::mt19937 random(3);
  int solved = 0, agreed = 0;
  constexpr int kCount = 60;
  for (int k = 0; k < kCount; ++k) {
    RandomContacts contacts = random_contacts(random, 1 + k % 3, 12);
    for (double& mu : contacts.mu) mu *= 0.5;
    TestProblem problem = cone_problem(contacts);
    problem.tolerance = 1e-9;
    problem.finish();
    const Solved a = apgd.solve(problem), b = conic.solve(problem);
    if (a.status != CARDAN_SOLVED) {
      EXPECT_EQ(a.status, CARDAN_ITERATIONS) << k;
      continue;
    }
    ++solved;
    EXPECT_LE(natural_map(problem, a.lambda), 1.01e-9) << k;
    agreed += (a.lambda - b.lambda).norm() <= 1e-6 * (1 + b.lambda.norm());
  }
  std::printf("exact cones: %d of %d solved, %d of them as conic\n", solved, kCount, agreed);
  EXPECT_GE(solved, 0.95 * kCount);
  EXPECT_GE(agreed, 0.95 * solved);
}

TEST(Apgd, SingleParticleFollowsTheSlidingLaw) {
  SolverUnderTest apgd(cardan_solver_entry_apgd());
  for (const bool exact : {false, true}) {
    TestProblem problem;
    problem.Y = MatrixXd::Identity(3, 3);
    problem.b = Eigen::Vector3d(-1, 3, 4);
    const double mu = 0.5;
    problem.add_block(exact ? CARDAN_CONE : CARDAN_CONE_CONVEX, 3, mu);
    problem.tolerance = 1e-12;
    problem.finish();
    const Solved solved = apgd.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_SOLVED);
    // Exact: λ_n stops the normal velocity. Convex: λ_n = (−b_n + μ |b_t|)/(1 + μ²).
    const double lambda_n = exact ? 1.0 : (1 + 5 * mu) / (1 + mu * mu);
    const Eigen::Vector3d expected = lambda_n * Eigen::Vector3d(1, -0.6 * mu, -0.8 * mu);
    EXPECT_LE((solved.lambda - expected).norm(), 1e-11) << exact;
  }
}

TEST(Apgd, UnsolvableProblemEndsAtTheIterationLimit) {
  // Two walls that close in on a body.
  TestProblem walls;
  walls.Y = (MatrixXd(2, 1) << 1, -1).finished();
  walls.b = Eigen::Vector2d(-1, -2);
  walls.add_block(CARDAN_NONNEGATIVE, 2);
  walls.finish();
  SolverUnderTest apgd(cardan_solver_entry_apgd());
  apgd.set("max_iterations", 1000);
  const Solved solved = apgd.solve(walls);
  EXPECT_EQ(solved.status, CARDAN_ITERATIONS);
  EXPECT_TRUE(solved.lambda.allFinite());
}

}  // namespace
}  // namespace cardan::test
