#include <gtest/gtest.h>

#include <cstdio>

#include "test/unit/solvers/walls.h"

extern "C" const cardan_entry* cardan_solver_entry_block_pivot(void);
extern "C" const cardan_entry* cardan_solver_entry_dantzig(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);

/// The linear complementarity codes on walls of boxes, whose faces are all redundant.
namespace cardan::test {
namespace {

constexpr double kTolerance = 1e-8;  // [m/s]

Solved expect_solved(SolverUnderTest& solver, TestProblem problem) {
  problem.tolerance = kTolerance;
  problem.finish();
  const Solved solved = solver.solve(problem);
  const double residual = natural_map(problem, solved.lambda);
  std::printf("%-12s %4d rows: %5d iterations, %4d factorizations, residual %.1e\n",
              solver.desc().id, problem.m(), solved.report.iterations, solved.report.factorizations,
              residual);
  EXPECT_EQ(solved.status, CARDAN_SOLVED) << problem.m();
  EXPECT_LE(residual, 1.01 * kTolerance) << problem.m();
  return solved;
}

/// The problem with the friction bounds that the normals of lambda give.
TestProblem with_fixed_bounds(TestProblem problem, const VectorXd& lambda) {
  for (cardan_block& block : problem.blocks) {
    if (block.kind != CARDAN_BOX_MU) continue;
    block.kind = CARDAN_BOX;
    block.hi = block.mu * std::max(lambda[block.parent], 0.0);
    block.lo = -block.hi;
    block.parent = -1;
  }
  problem.finish();
  return problem;
}

TEST(Walls, LemkeSolvesRigidWallsWithFacets) {
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (int base : {1, 2, 4}) expect_solved(lemke, polyhedral_problem(wall_contacts(base), 4));
  expect_solved(lemke, polyhedral_problem(wall_contacts(2), 8));
}

TEST(Walls, BlockPivotSolvesPhantomWalls) {
  SolverUnderTest blocks(cardan_solver_entry_block_pivot());
  for (int base : {1, 2, 4}) expect_solved(blocks, phantom_problem(wall_contacts(base), 2));
}

TEST(Walls, DantzigSolvesRigidWallsWithCoupledBoxes) {
  SolverUnderTest dantzig(cardan_solver_entry_dantzig());
  for (int base : {1, 2, 4}) expect_solved(dantzig, box_problem(wall_contacts(base)));
}

TEST(Walls, BlockPivotAndDantzigAgreeOnFixedBounds) {
  SolverUnderTest blocks(cardan_solver_entry_block_pivot()), dantzig(cardan_solver_entry_dantzig());
  for (int base : {1, 2, 4}) {
    TestProblem coupled = box_problem(wall_contacts(base));
    coupled.S.diagonal() += 1e-4 * coupled.A().diagonal();
    coupled.finish();
    const TestProblem fixed = with_fixed_bounds(coupled, expect_solved(dantzig, coupled).lambda);
    const VectorXd a = expect_solved(blocks, fixed).lambda;
    const VectorXd b = expect_solved(dantzig, fixed).lambda;
    EXPECT_LE((a - b).norm(), 1e-6 * b.norm()) << base;
  }
}

}  // namespace
}  // namespace cardan::test
