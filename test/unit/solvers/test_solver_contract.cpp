#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "test/unit/solvers/allocation_count.h"
#include "test/unit/solvers/convex_problems.h"
#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_apgd(void);
extern "C" const cardan_entry* cardan_solver_entry_block_pivot(void);
extern "C" const cardan_entry* cardan_solver_entry_admm(void);
extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_interior_point(void);
extern "C" const cardan_entry* cardan_solver_entry_dantzig(void);
extern "C" const cardan_entry* cardan_solver_entry_fischer_newton(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);
extern "C" const cardan_entry* cardan_solver_entry_sap(void);
extern "C" const cardan_entry* cardan_solver_entry_minmap_newton(void);
extern "C" const cardan_entry* cardan_solver_entry_pgs(void);

/// The engine relies on this in every solver: purity, fixpoint at the answer, no allocation.
namespace cardan::test {
namespace {

struct Case {
  const char* name;
  const cardan_entry* (*entry)(void);
  TestProblem (*problem)(const RandomContacts&);
};

TestProblem polyhedral8(const RandomContacts& contacts) { return polyhedral_problem(contacts, 8); }

/// NONNEGATIVE normals, tangents between fixed bounds, 1e-4 of the diagonal as compliance.
TestProblem bounded_friction(const RandomContacts& contacts) {
  TestProblem problem;
  problem.Y = contacts.Y;
  problem.b = contacts.b;
  problem.S = 1e-4 * MatrixXd(contacts.Y.rowwise().squaredNorm().asDiagonal());
  problem.properties |= CARDAN_REGULAR | CARDAN_COMPLIANT;
  for (double mu : contacts.mu) {
    problem.add_block(CARDAN_NONNEGATIVE, 1);
    for (int t = 0; t < 2; ++t) problem.add_block(CARDAN_BOX, 1, 0, -1, -mu, mu);
  }
  problem.finish();
  return problem;
}

class SolverContract : public ::testing::TestWithParam<Case> {
 protected:
  static TestProblem make(int seed, int contacts) {
    std::mt19937 random(seed);
    return GetParam().problem(random_contacts(random, contacts, 6));
  }
};

TEST_P(SolverContract, SolveDoesNotAllocate) {
  SolverUnderTest solver(GetParam().entry());
  const TestProblem large = make(1, 8);
  solver.reserve(large);
  for (int seed = 1; seed < 40; ++seed) {
    const TestProblem problem = make(seed, 1 + seed % 8);
    VectorXd lambda = VectorXd::Zero(problem.m()), u = lambda;
    cardan_report report{};
    report.struct_size = sizeof report;
    const long before = allocation_count();
    solver.solve_raw(problem, lambda.data(), u.data(), &report);
    const long after = allocation_count();
    ASSERT_EQ(after, before) << seed;
  }
}

TEST_P(SolverContract, SolutionAsGuessIsReturnedWithoutIterations) {
  SolverUnderTest solver(GetParam().entry());
  for (int seed = 1; seed < 40; ++seed) {
    const TestProblem problem = make(seed, 1 + seed % 6);
    const Solved cold = solver.solve(problem);
    ASSERT_EQ(cold.status, CARDAN_SOLVED);
    const Solved warm = solver.solve(problem, cold.lambda);
    EXPECT_EQ(warm.status, CARDAN_SOLVED);
    EXPECT_EQ(warm.report.iterations, 0);
    EXPECT_EQ(warm.report.stage, 0);
    EXPECT_EQ(warm.lambda, cold.lambda);
  }
}

TEST_P(SolverContract, SolvingAnotherProblemBetweenChangesNoBit) {
  SolverUnderTest solver(GetParam().entry());
  SolverUnderTest fresh(GetParam().entry());
  for (int seed = 1; seed < 40; ++seed) {
    const TestProblem a = make(seed, 1 + seed % 8), b = make(seed + 100, 1 + (seed + 3) % 8);
    const VectorXd first = solver.solve(a).lambda;
    solver.solve(b);
    EXPECT_EQ(solver.solve(a).lambda, first);
    EXPECT_EQ(fresh.solve(a).lambda, first);
  }
}

TEST_P(SolverContract, VelocityBelongsToTheImpulse) {
  SolverUnderTest solver(GetParam().entry());
  const TestProblem problem = make(5, 4);
  const Solved solved = solver.solve(problem);
  const VectorXd u = problem.A() * solved.lambda + problem.b;
  EXPECT_LE((solved.u - u).norm(), 1e-12 * (1 + u.norm()));
  EXPECT_NEAR(solved.report.residual, natural_map(problem, solved.lambda), 1e-12);
}

TEST_P(SolverContract, IterationLimitReturnsTheBestIterate) {
  SolverUnderTest solver(GetParam().entry());
  for (int seed = 1; seed < 40; ++seed) {
    TestProblem problem = make(seed, 8);
    cardan_problem view = problem.view();
    view.max_iterations = 1;
    solver.reserve(problem);
    VectorXd lambda = VectorXd::Zero(problem.m());
    cardan_report report{};
    report.struct_size = sizeof report;
    const int status = solver.desc().solve(solver.raw(), &view, lambda.data(), nullptr, &report);
    EXPECT_TRUE(lambda.allFinite());
    EXPECT_TRUE(status == CARDAN_ITERATIONS || status == CARDAN_SOLVED) << status;
    EXPECT_LE(report.iterations, 1) << seed;
  }
}

TEST_P(SolverContract, NonFiniteGuessIsIgnored) {
  SolverUnderTest solver(GetParam().entry());
  const TestProblem problem = make(7, 3);
  const VectorXd guess = VectorXd::Constant(problem.m(), std::numeric_limits<double>::quiet_NaN());
  const Solved solved = solver.solve(problem, guess);
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-10);
}

TEST_P(SolverContract, ProblemWithNanIsReportedAndNotSolved) {
  SolverUnderTest solver(GetParam().entry());
  TestProblem problem = make(7, 3);
  problem.b[2] = std::numeric_limits<double>::quiet_NaN();
  problem.finish();
  const Solved solved = solver.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_NUMERIC);
  EXPECT_TRUE(solved.lambda.allFinite());
}

TEST_P(SolverContract, CancellationIsHonoured) {
  cardan_host host{};
  host.struct_size = sizeof host;
  host.cancelled = [](const cardan_host*) { return 1; };
  SolverUnderTest solver(GetParam().entry(), &host);
  const TestProblem problem = make(3, 8);
  const Solved solved = solver.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_ITERATIONS);
  EXPECT_LE(solved.report.iterations, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, SolverContract,
    ::testing::Values(Case{"admm", cardan_solver_entry_admm, cone_problem},
                      Case{"apgd", cardan_solver_entry_apgd, convex_cones},
                      Case{"block_pivot", cardan_solver_entry_block_pivot, bounded_friction},
                      Case{"conic", cardan_solver_entry_conic, cone_problem},
                      Case{"interior_point", cardan_solver_entry_interior_point, convex_cones},
                      Case{"dantzig", cardan_solver_entry_dantzig, box_problem},
                      Case{"fischer_newton", cardan_solver_entry_fischer_newton, polyhedral8},
                      Case{"lemke", cardan_solver_entry_lemke, polyhedral8},
                      Case{"minmap_newton", cardan_solver_entry_minmap_newton, box_problem},
                      Case{"pgs", cardan_solver_entry_pgs, polyhedral8},
                      Case{"sap", cardan_solver_entry_sap, compliant_cones}),
    [](const ::testing::TestParamInfo<Case>& which) { return which.param.name; });

}  // namespace
}  // namespace cardan::test
