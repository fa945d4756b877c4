#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);

namespace cardan::test {
namespace {

TEST(ConicRandom, RedundantRandomContactsAreSolved) {
  std::mt19937 random(1);
  SolverUnderTest conic(cardan_solver_entry_conic());
  int failures = 0;
  std::map<int, int> stages;  // problems by the stage that solved them
  for (int k = 0; k < 400; ++k) {
    const int contacts = 1 + k % 8;
    const TestProblem problem = cone_problem(random_contacts(random, contacts, k % 2 ? 6 : 14));
    const Solved solved = conic.solve(problem);
    const double residual = natural_map(problem, solved.lambda);
    ++stages[solved.report.stage];
    if (!(residual <= 1.01e-10)) {
      ++failures;
      std::printf("problem %d: %d contacts, residual %.2e, status %d, stage %d\n", k, contacts,
                  residual, solved.status, solved.report.stage);
    }
  }
  for (const auto& [stage, count] : stages) std::printf("solved by stage %d: %d\n", stage, count);
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace cardan::test
