#include <gtest/gtest.h>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_admm(void);
extern "C" const cardan_entry* cardan_solver_entry_conic(void);

namespace cardan::test {
namespace {

/// Contacts of random linkages; S_nn makes the normal impulses, and with them u, unique where
/// friction is small.
TestProblem random_cones(std::mt19937& random, int contacts, int dofs, double compliance) {
  TestProblem problem = cone_problem(random_contacts(random, contacts, dofs));
  problem.S = MatrixXd::Zero(problem.m(), problem.m());
  problem.S.diagonal().setConstant(compliance);
  problem.tolerance = 1e-9;
  problem.step.resize(0);
  problem.finish();
  return problem;
}

TEST(Admm, CoulombContactsOfRegularAndSingularMatricesAreSolved) {
  std::mt19937 random(3);
  SolverUnderTest admm(cardan_solver_entry_admm());
  int solved = 0;
  for (int k = 0; k < 200; ++k) {
    const TestProblem problem = random_cones(random, 1 + k % 6, 6 + k % 9, 0);
    const Solved s = admm.solve(problem);
    const double residual = natural_map(problem, s.lambda);
    EXPECT_EQ(s.status == CARDAN_SOLVED, residual <= 1.01 * problem.tolerance);
    solved += s.status == CARDAN_SOLVED;
  }
  // Convergence is not proven for Coulomb's law; a few problems remain unsolved.
  EXPECT_GE(solved, 190);
}

TEST(Admm, UniqueVelocityAgreesWithAnotherAlgorithm) {
  std::mt19937 random(5);
  SolverUnderTest admm(cardan_solver_entry_admm()), conic(cardan_solver_entry_conic());
  for (int k = 0; k < 60; ++k) {
    TestProblem problem = random_cones(random, 1 + k % 5, 6 + k % 9, 0.1);
    for (cardan_block& block : problem.blocks) block.kind = CARDAN_CONE_CONVEX;
    problem.finish();
    const Solved a = admm.solve(problem), b = conic.solve(problem);
    ASSERT_EQ(a.status, CARDAN_SOLVED) << k;
    ASSERT_EQ(b.status, CARDAN_SOLVED) << k;
    EXPECT_LE((a.lambda - b.lambda).norm(), 1e-6 * (1 + b.lambda.norm())) << k;
  }
}

TEST(Admm, EveryKindOfRowIsSolved) {
  std::mt19937 random(7);
  SolverUnderTest admm(cardan_solver_entry_admm());
  int solved = 0;
  for (int k = 0; k < 100; ++k) {
    TestProblem problem;
    problem.Y = MatrixXd::Random(16, 18);
    problem.b = VectorXd::Random(16);
    problem.tolerance = 1e-9;
    problem.add_block(CARDAN_FREE, 3);
    problem.add_block(CARDAN_NONNEGATIVE, 2);
    problem.add_block(CARDAN_BOX, 1, 0, -1, -0.1, 0.2);
    problem.add_block(CARDAN_BOX_MU, 1, 0.3, 3);
    problem.add_block(CARDAN_CONE, 3, 0.5);
    problem.add_block(CARDAN_BALL_MU, 2, 0.1, 7);
    problem.add_block(CARDAN_CONE, 4, 0.3);
    problem.finish();
    const Solved s = admm.solve(problem);
    EXPECT_EQ(s.status == CARDAN_SOLVED, natural_map(problem, s.lambda) <= 1.01e-9);
    solved += s.status == CARDAN_SOLVED;
  }
  EXPECT_GE(solved, 95);
}

TEST(Admm, FewFactorisationsSuffice) {
  std::mt19937 random(11);
  SolverUnderTest admm(cardan_solver_entry_admm());
  int factorizations = 0;
  for (int k = 0; k < 50; ++k) {
    factorizations += admm.solve(random_cones(random, 6, 12, 0)).report.factorizations;
  }
  EXPECT_LE(factorizations, 50 * 6);
}

TEST(Admm, ProblemLargerThanReservedIsRejected) {
  SolverUnderTest admm(cardan_solver_entry_admm());
  std::mt19937 random(45);
  TestProblem sparse = cone_problem(random_contacts(random, 2, 14));
  const TestProblem dense = sparse;
  sparse.Y = MatrixXd::Identity(6, 14);
  sparse.finish();
  TestProblem full = dense;
  full.finish();
  admm.reserve(sparse);
  VectorXd lambda = VectorXd::Zero(6), u = lambda;
  cardan_report report{};
  report.struct_size = sizeof report;
  EXPECT_EQ(admm.solve_raw(full, lambda.data(), u.data(), &report), CARDAN_UNSUPPORTED);
}

}  // namespace
}  // namespace cardan::test
