#include <gtest/gtest.h>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_admm(void);
extern "C" const cardan_entry* cardan_solver_entry_block_pivot(void);
extern "C" const cardan_entry* cardan_solver_entry_dantzig(void);
extern "C" const cardan_entry* cardan_solver_entry_fischer_newton(void);
extern "C" const cardan_entry* cardan_solver_entry_interior_point(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);
extern "C" const cardan_entry* cardan_solver_entry_minmap_newton(void);
extern "C" const cardan_entry* cardan_solver_entry_pgs(void);
extern "C" const cardan_entry* cardan_solver_entry_sap(void);

/// Storage for problems that a solver rejects by their size, and problems larger than the storage.
namespace cardan::test {
namespace {

class ReserveOfRefusedSizes : public ::testing::TestWithParam<const cardan_entry* (*)(void)> {};

// The square of 2^20 in doubles is 8 TB, which no allocation yields.
TEST_P(ReserveOfRefusedSizes, RejectedSizeTakesNoStorage) {
  SolverUnderTest solver(GetParam()());
  cardan_size size{};
  size.struct_size = sizeof size;
  size.m = size.num_blocks = size.num_groups = size.cols = 1 << 20;
  size.max_group_rows = 1;
  size.nnz_Y = size.m;
  EXPECT_EQ(solver.desc().reserve(solver.raw(), &size), 0)
      << solver.desc().last_error(solver.raw());
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, ReserveOfRefusedSizes,
    ::testing::Values(&cardan_solver_entry_admm, &cardan_solver_entry_block_pivot,
                      &cardan_solver_entry_dantzig, &cardan_solver_entry_fischer_newton,
                      &cardan_solver_entry_interior_point, &cardan_solver_entry_lemke,
                      &cardan_solver_entry_minmap_newton, &cardan_solver_entry_sap));

TEST(Pgs, ProblemLargerThanReservedIsRejected) {
  SolverUnderTest pgs(cardan_solver_entry_pgs());
  std::mt19937 random(44);
  const TestProblem small = box_problem(random_contacts(random, 2, 14));
  const TestProblem rows = box_problem(random_contacts(random, 3, 14));
  const TestProblem cols = box_problem(random_contacts(random, 2, 20));
  TestProblem blocks = small;
  blocks.blocks.clear();
  for (int i = 0; i < small.m(); ++i) blocks.add_block(CARDAN_NONNEGATIVE, 1);
  blocks.finish();
  TestProblem one = small;
  one.blocks.clear();
  one.add_block(CARDAN_NONNEGATIVE, small.m());
  one.finish();
  const auto solve_reserved_for = [&](const TestProblem& reserved, const TestProblem& problem) {
    pgs.reserve(reserved);
    VectorXd lambda = VectorXd::Zero(problem.m()), u = lambda;
    cardan_report report{};
    report.struct_size = sizeof report;
    return pgs.solve_raw(problem, lambda.data(), u.data(), &report);
  };
  EXPECT_EQ(solve_reserved_for(small, rows), CARDAN_UNSUPPORTED);
  EXPECT_EQ(solve_reserved_for(small, cols), CARDAN_UNSUPPORTED);
  EXPECT_EQ(solve_reserved_for(one, blocks), CARDAN_UNSUPPORTED);
  EXPECT_EQ(solve_reserved_for(rows, small), CARDAN_SOLVED);
}

}  // namespace
}  // namespace cardan::test
