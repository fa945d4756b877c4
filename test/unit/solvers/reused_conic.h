#pragma once

#include <gtest/gtest.h>

#include "test/unit/solvers/allocation_count.h"
#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);

/// Earlier problems of an instance of `conic` must not affect its later answers.
namespace cardan::test {

/// Room for `large` changes no bit of the answer to `problem`, nor the stage it ends in. Returns
/// that of a fresh instance.
inline Solved expect_bits_whatever_was_reserved(const TestProblem& large,
                                                const TestProblem& problem) {
  SolverUnderTest used(cardan_solver_entry_conic()), fresh(cardan_solver_entry_conic());
  used.reserve(large);
  const Solved expected = fresh.solve(problem);
  Solved solved = expected;
  solved.lambda.setZero();
  used.solve_raw(problem, solved.lambda.data(), solved.u.data(), &solved.report);
  EXPECT_EQ(solved.report.stage, expected.report.stage);
  EXPECT_EQ(solved.lambda, expected.lambda);
  return expected;
}

/// Solves without allocation in reserved storage, and returns the report of the solver.
inline cardan_report solve_without_allocation(SolverUnderTest& conic, const TestProblem& problem) {
  conic.reserve(problem);
  VectorXd lambda = VectorXd::Zero(problem.m()), u = lambda;
  cardan_report report{};
  report.struct_size = sizeof report;
  const long before = allocation_count();
  conic.solve_raw(problem, lambda.data(), u.data(), &report);
  EXPECT_EQ(allocation_count(), before);
  return report;
}

/// `large` is solved in this stage without an allocation, and `small` then as by a fresh instance.
/// prepare: sets the parameters of both instances.
inline void expect_pure_without_allocation(
    const TestProblem& large, const TestProblem& small, int stage,
    void (*prepare)(SolverUnderTest&) = [](SolverUnderTest&) {}) {
  SolverUnderTest used(cardan_solver_entry_conic()), fresh(cardan_solver_entry_conic());
  prepare(used);
  prepare(fresh);
  EXPECT_EQ(solve_without_allocation(used, large).stage, stage);
  EXPECT_EQ(used.solve(small).lambda, fresh.solve(small).lambda);
}

}  // namespace cardan::test
