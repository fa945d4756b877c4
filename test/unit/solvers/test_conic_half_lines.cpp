#include <gtest/gtest.h>

#include <array>

#include "test/unit/solvers/problem_kit.h"
#include "test/unit/solvers/reused_conic.h"

/// The stage of `conic` for rows without friction.
namespace cardan::test {
namespace {

constexpr int kHalfLines = 8;

/// Smooth balls of unit mass, each pressed against a few of those before it and the ground: rows
/// ± n on the three velocities of a ball, a fall of g h and a random motion on top.
TestProblem heap(std::mt19937& random, int balls, double compliance) {
  std::normal_distribution<double> normal;
  std::vector<std::array<int, 2>> pairs;
  for (int i = 0; i < balls; ++i) {
    pairs.push_back({i, -1});
    if (i < 3) continue;
    for (int k = 0; k < 2; ++k) pairs.push_back({i, static_cast<int>(random() % i)});
  }
  const int m = static_cast<int>(pairs.size());
  TestProblem problem;
  problem.Y = MatrixXd::Zero(m, 3 * balls);
  VectorXd v = VectorXd::NullaryExpr(3 * balls, [&] { return 1e-2 * normal(random); });
  for (int i = 0; i < m; ++i) {
    Eigen::RowVector3d n(normal(random), normal(random), normal(random));
    n.normalize();
    problem.Y.block<1, 3>(i, 3 * pairs[i][0]) = n;
    if (pairs[i][1] >= 0) problem.Y.block<1, 3>(i, 3 * pairs[i][1]) = -n;
    problem.add_block(CARDAN_NONNEGATIVE, 1);
  }
  for (int i = 0; i < balls; ++i) v[3 * i + 2] -= 9.81e-3;
  problem.b = problem.Y * v;
  problem.S = compliance * MatrixXd::Identity(m, m);
  problem.tolerance = 1e-9;
  problem.finish();
  return problem;
}

TEST(ConicHalfLines, HeapsAreSolvedWithoutADenseMatrix) {
  std::mt19937 random(3);
  for (const int balls : {1, 2, 5, 20, 100}) {
    for (const double compliance : {0.0, 1e-4, 1e-2}) {
      const TestProblem problem = heap(random, balls, compliance);
      SolverUnderTest conic(cardan_solver_entry_conic());
      const Solved cold = conic.solve(problem);
      EXPECT_EQ(cold.status, CARDAN_SOLVED) << balls << " " << compliance;
      EXPECT_LE(natural_map(problem, cold.lambda), 1.01e-9) << balls << " " << compliance;
      EXPECT_TRUE(cold.report.iterations == 0 || cold.report.stage == kHalfLines);
      EXPECT_EQ(cold.report.factorizations, 0);
      EXPECT_EQ(conic.solve(problem, cold.lambda).report.iterations, 0);
    }
  }
}

TEST(ConicHalfLines, CouplingsOfSBelongToTheMatrix) {
  std::mt19937 random(4);
  TestProblem problem = heap(random, 20, 1e-3);
  // Springs between neighbours: S stays positive definite.
  for (int i = 1; i < problem.m(); ++i) {
    problem.S(i, i - 1) = problem.S(i - 1, i) = 0.3;
    problem.S(i, i) += 1;
  }
  problem.step.resize(0);
  problem.weight.resize(0);
  problem.finish();
  SolverUnderTest conic(cardan_solver_entry_conic());
  const Solved solved = conic.solve(problem);
  EXPECT_EQ(solved.report.stage, kHalfLines);
  EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-9);
}

TEST(ConicHalfLines, DuplicateRowsShareTheirLoad) {
  // A ball of 1 kg on four equal contacts: their sum is its weight, in any distribution.
  TestProblem problem;
  problem.Y = MatrixXd::Zero(4, 3);
  problem.Y.col(2).setOnes();
  problem.b = VectorXd::Constant(4, -9.81e-3);
  for (int i = 0; i < 4; ++i) problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.finish();
  SolverUnderTest conic(cardan_solver_entry_conic());
  const Solved solved = conic.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  EXPECT_NEAR(solved.lambda.sum(), 9.81e-3, 1e-9);
}

TEST(ConicHalfLines, UnsolvableProblemIsReported) {
  // A ball between two walls that close in on each other.
  TestProblem problem;
  problem.Y = MatrixXd::Zero(2, 3);
  problem.Y(0, 0) = 1;
  problem.Y(1, 0) = -1;
  problem.b = VectorXd::Constant(2, -0.1);
  for (int i = 0; i < 2; ++i) problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.finish();
  SolverUnderTest conic(cardan_solver_entry_conic());
  EXPECT_EQ(conic.solve(problem).status, CARDAN_INFEASIBLE);
}

TEST(ConicHalfLines, ReservedSizeDoesNotChangeBits) {
  // 48 rows on one body have 47 entries each: too many for this stage, for any size of the storage.
  std::mt19937 random(6);
  std::normal_distribution<double> normal;
  TestProblem problem;
  problem.Y = MatrixXd::NullaryExpr(48, 6, [&] { return normal(random); });
  problem.b = VectorXd::NullaryExpr(48, [&] { return 0.1 * normal(random); });
  problem.S = 1e-3 * MatrixXd::Identity(48, 48);
  for (int i = 0; i < 48; ++i) problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.tolerance = 1e-9;
  problem.finish();
  const TestProblem large = heap(random, 100, 1e-4);
  const Solved expected = expect_bits_whatever_was_reserved(large, problem);
  EXPECT_NE(expected.report.stage, kHalfLines);
}

TEST(ConicHalfLines, ProblemLargerThanReservedIsRejected) {
  std::mt19937 random(7);
  const TestProblem problem = heap(random, 20, 1e-4);
  cardan_size size = problem.size();
  --size.nnz_Y;
  SolverUnderTest conic(cardan_solver_entry_conic());
  ASSERT_EQ(conic.desc().reserve(conic.raw(), &size), 0);
  VectorXd lambda = VectorXd::Zero(problem.m()), u = lambda;
  cardan_report report{};
  report.struct_size = sizeof report;
  EXPECT_EQ(conic.solve_raw(problem, lambda.data(), u.data(), &report), CARDAN_UNSUPPORTED);
}

TEST(ConicHalfLines, SolveIsPureAndDoesNotAllocate) {
  std::mt19937 random(5);
  const TestProblem large = heap(random, 80, 0), small = heap(random, 10, 1e-4);
  expect_pure_without_allocation(large, small, kHalfLines);
}

TEST(ConicHalfLines, IterationsStayWithinTheBudget) {
  std::mt19937 random(5);
  const TestProblem large = heap(random, 80, 0);
  SolverUnderTest used(cardan_solver_entry_conic());
  VectorXd lambda = VectorXd::Zero(large.m()), u = lambda;
  cardan_report report{};
  for (const int budget : {1, 3, 10}) {
    cardan_problem bounded = large.view();
    bounded.max_iterations = budget;
    lambda.setZero();
    used.reserve(large);
    report = {};
    report.struct_size = sizeof report;
    const int status = used.desc().solve(used.raw(), &bounded, lambda.data(), u.data(), &report);
    EXPECT_NE(status, CARDAN_SOLVED);
    EXPECT_EQ(report.iterations, budget);
    EXPECT_GT(lambda.maxCoeff(), 0);  // the last iterate and not zero impulses
    EXPECT_GE(lambda.minCoeff(), 0);
  }
}

}  // namespace
}  // namespace cardan::test
