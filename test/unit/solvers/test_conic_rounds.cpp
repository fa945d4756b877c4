#include <gtest/gtest.h>

#include <algorithm>

#include "../../../solvers/conic/velocity_newton.h"
#include "problem_kit.h"
#include "reused_conic.h"
#include "walls.h"

/// The stage of `conic` in velocity space, which problems of 90 rows and more with factors reach.
namespace cardan::test {
namespace {

constexpr int kRounds = 2;

/// Without the stages over bodies, which solve walls before this stage.
void leave_out_bodies(SolverUnderTest& conic) {
  conic.set("max_body_newton", 0);
  conic.set("max_interior_point", 0);
}

TestProblem wall(int base, double mu, double compliance) {
  TestProblem problem = cone_problem(wall_contacts(base, mu));
  const VectorXd A = problem.A().diagonal();
  problem.S = MatrixXd::Zero(problem.m(), problem.m());
  for (int i = 0; i < problem.m(); i += 3) problem.S(i, i) = compliance * A[i];
  problem.tolerance = 1e-8;
  problem.finish();
  return problem;
}

TEST(ConicRounds, WallsAreSolvedInVelocitySpace) {
  for (const double compliance : {0.0, 1e-4, 1e-2}) {
    for (const double mu : {0.0, 0.2, 0.5, 1.0}) {
      for (const int base : {4, 5}) {
        const TestProblem problem = wall(base, mu, compliance);
        SolverUnderTest conic(cardan_solver_entry_conic());
        leave_out_bodies(conic);
        const Solved cold = conic.solve(problem);
        EXPECT_EQ(cold.status, CARDAN_SOLVED) << base << " " << mu << " " << compliance;
        EXPECT_LE(natural_map(problem, cold.lambda), 1.01e-8);
        EXPECT_LE(cold.report.stage, kRounds);
        const Solved warm = conic.solve(problem, cold.lambda);
        EXPECT_EQ(warm.report.iterations, 0);
      }
    }
  }
}

TEST(ConicRounds, SolveIsPureAndDoesNotAllocate) {
  const TestProblem large = wall(5, 0.5, 0), small = wall(4, 0.5, 1e-4);
  expect_pure_without_allocation(large, small, kRounds, leave_out_bodies);
}

TEST(ConicRounds, SmallerProblemFitsIntoALargerReserve) {
  // More columns were reserved than the stage takes: a smaller problem must still find its place.
  SolverUnderTest conic(cardan_solver_entry_conic());
  conic.set("max_dense_rows", 100);
  leave_out_bodies(conic);
  conic.reserve(wall(8, 0.5, 0));
  const TestProblem problem = wall(4, 0.5, 0);
  VectorXd lambda = VectorXd::Zero(problem.m()), u = lambda;
  cardan_report report{};
  report.struct_size = sizeof report;
  EXPECT_EQ(conic.solve_raw(problem, lambda.data(), u.data(), &report), CARDAN_SOLVED);
  EXPECT_EQ(report.stage, kRounds);
}

TEST(ConicRounds, NewtonConvergesQuadratically) {
  const TestProblem problem = wall(4, 0.5, 0);
  conic::VelocityNewton newton;
  newton.reserve(problem.m(), static_cast<int>(problem.Y.cols()));
  const VectorXd centre = VectorXd::Zero(problem.m());
  const sdk::ProblemView view(problem.view());
  newton.bind(view, 1e-2, centre.data());
  VectorXd z = VectorXd::Zero(problem.Y.cols());
  newton.evaluate(z.data());
  double last = 1, before = 1;
  for (int k = 0; k < 40 && newton.relative_residual() > 1e-12; ++k) {
    before = last;
    ASSERT_TRUE(newton.step(z.data())) << k;
    last = newton.relative_residual();
  }
  EXPECT_LE(last, 1e-12);
  EXPECT_LE(last, std::max(1e-4 * before, 1e-13));  // to rounding
}

}  // namespace
}  // namespace cardan::test
