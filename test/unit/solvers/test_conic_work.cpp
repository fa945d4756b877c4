#include <gtest/gtest.h>

#include "test/unit/solvers/problem_kit.h"
#include "test/unit/solvers/reused_conic.h"
#include "test/unit/solvers/walls.h"

/// The bound on the work of one solve of `conic`.
namespace cardan::test {
namespace {

TestProblem wall(int base) {
  TestProblem problem = cone_problem(wall_contacts(base, 0.5));
  problem.tolerance = 1e-8;
  problem.finish();
  return problem;
}

/// A wall with a twin of each contact that closes from the other side: no velocity opens both.
TestProblem jammed_wall(int base) {
  const TestProblem one = wall(base);
  const auto m = one.Y.rows();
  TestProblem problem;
  problem.Y.resize(2 * m, one.Y.cols());
  problem.Y << one.Y, -one.Y;
  problem.S = MatrixXd::Zero(2 * m, 2 * m);
  problem.b = VectorXd::Zero(2 * m);
  for (int i = 0; i < 2 * m; i += 3) problem.b[i] = -0.1;
  for (int i = 0; i < 2 * m; i += 3) problem.add_block(CARDAN_CONE, 3, 0.5);
  problem.tolerance = 1e-8;
  problem.finish();
  return problem;
}

TEST(ConicWork, WorkBoundReturnsTheBestIterateWithEqualBits) {
  const TestProblem problem = wall(8);
  SolverUnderTest bounded(cardan_solver_entry_conic()), again(cardan_solver_entry_conic()),
      whole(cardan_solver_entry_conic());
  bounded.set("max_work", 2e6);
  again.set("max_work", 2e6);
  const Solved ended = bounded.solve(problem), same = again.solve(problem);
  EXPECT_EQ(whole.solve(problem).status, CARDAN_SOLVED);
  EXPECT_EQ(ended.status, CARDAN_ITERATIONS);
  EXPECT_EQ(ended.lambda, same.lambda);
  EXPECT_EQ(ended.report.iterations, same.report.iterations);
  const VectorXd none = VectorXd::Zero(problem.m());
  EXPECT_LT(natural_map(problem, ended.lambda), natural_map(problem, none));
  // The rest of the work is a Newton step or a sweep, not a stage.
  bounded.set("max_work", 4e6);
  EXPECT_LT(ended.report.iterations, bounded.solve(problem).report.iterations);
}

TEST(ConicWork, UnreachedWorkBoundChangesNoBit) {
  for (const int base : {1, 2, 4, 5}) {
    const TestProblem problem = wall(base);
    SolverUnderTest bounded(cardan_solver_entry_conic()), whole(cardan_solver_entry_conic());
    whole.set("max_work", 1e18);
    const Solved a = bounded.solve(problem), b = whole.solve(problem);
    EXPECT_EQ(a.status, CARDAN_SOLVED);
    EXPECT_EQ(a.lambda, b.lambda);
    EXPECT_EQ(a.report.iterations, b.report.iterations);
  }
}

// 480 rows on 90 degrees of freedom without a solution. Without the bound the dense stages take 40
// times as many factorisations of up to 480 rows each.
TEST(ConicWork, JamOfManyRowsEndsQuickly) {
  const TestProblem problem = jammed_wall(5);
  SolverUnderTest conic(cardan_solver_entry_conic());
  const Solved solved = conic.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_ITERATIONS);
  EXPECT_TRUE(solved.lambda.allFinite());
  const double dense = solved.report.factorizations * std::pow(problem.m(), 3.0) / 6;
  EXPECT_LT(dense, 3e10) << solved.report.factorizations << " factorisations";
}

}  // namespace
}  // namespace cardan::test
