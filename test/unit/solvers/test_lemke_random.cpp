#include <gtest/gtest.h>

#include <cstdio>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_lemke(void);

namespace cardan::test {
namespace {

TEST(LemkeRandom, RandomPolyhedralProblemsAreSolved) {
  std::mt19937 random(2);
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  int failures = 0, stages[8] = {};
  long pivots = 0;
  for (int k = 0; k < 240; ++k) {
    const int contacts = 1 + k % 6, d = k % 3 == 0 ? 4 : 8;
    TestProblem problem = polyhedral_problem(random_contacts(random, contacts, k % 2 ? 6 : 14), d);
    const Solved solved = lemke.solve(problem);
    const double residual = natural_map(problem, solved.lambda);
    ++stages[std::min(solved.report.stage, 7)];
    pivots += solved.report.iterations;
    if (!(residual <= 1.01e-10)) {
      ++failures;
      std::printf("problem %d: %d contacts, residual %.2e, status %d, stage %d, %d iterations\n", k,
                  contacts, residual, solved.status, solved.report.stage, solved.report.iterations);
    }
  }
  std::printf("solved by stage 0..5: %d %d %d %d %d %d; mean pivots %.1f\n", stages[0], stages[1],
              stages[2], stages[3], stages[4], stages[5], pivots / 240.0);
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace cardan::test
