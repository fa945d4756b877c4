#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "solvers/conic/stages/stage.h"
#include "test/unit/solvers/problem_kit.h"
#include "test/unit/solvers/reused_conic.h"
#include "test/unit/solvers/walls.h"

/// The table of stages of `conic`: order, names, and the numbers that the report gives.
namespace cardan::test {
namespace {

/// Contacts with fewer degrees of freedom than rows and compliant normals.
TestProblem compliant_contacts(int contacts) {
  std::mt19937 random(7);
  TestProblem problem = cone_problem(random_contacts(random, contacts, 2 * contacts));
  problem.S = MatrixXd::Zero(problem.m(), problem.m());
  for (int i = 0; i < problem.m(); i += 3) problem.S(i, i) = 1e-2 * problem.A()(i, i);
  problem.finish();
  return problem;
}

/// Rows without friction, each on one velocity.
TestProblem smooth_rows() {
  std::mt19937 random(8);
  TestProblem problem;
  problem.Y = random_contacts(random, 4, 20).Y;
  problem.b = VectorXd::Constant(problem.Y.rows(), -1.0);
  for (int i = 0; i < problem.m(); ++i) problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.S = 1e-3 * MatrixXd::Identity(problem.m(), problem.m());
  problem.finish();
  return problem;
}

using Options = std::vector<std::pair<const char*, double>>;

int stage_of(const TestProblem& problem, const Options& options = {}, int status = CARDAN_SOLVED) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (const auto& [name, value] : options) conic.set(name, value);
  const Solved solved = conic.solve(problem);
  EXPECT_EQ(solved.status, status);
  return solved.report.stage;
}

TEST(ConicStages, TableKeepsItsOrder) {
  const std::vector<std::pair<int, std::string>> expected = {{0, "accept_guess"},
                                                             {8, "nonnegative_qp"},
                                                             {1, "sweeps"},
                                                             {9, "body_newton"},
                                                             {10, "interior_point"},
                                                             {3, "free_bodies"},
                                                             {3, "active_set_newton"},
                                                             {6, "early_admm"},
                                                             {4, "damped_newton"},
                                                             {5, "polyhedral_lcp"},
                                                             {6, "admm"},
                                                             {7, "accelerated_sweeps"}};
  std::vector<std::pair<int, std::string>> table;
  for (const conic::Stage& stage : conic::stage_table()) {
    table.emplace_back(stage.number, stage.name);
  }
  EXPECT_EQ(table, expected);
}

TEST(ConicStages, EachNumberHasAStage) {
  std::set<int> numbers;
  for (const conic::Stage& stage : conic::stage_table()) numbers.insert(stage.number);
  EXPECT_EQ(numbers, (std::set<int>{0, 1, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(ConicStages, SolvedGuessReportsStage0) {
  const TestProblem problem = compliant_contacts(3);
  SolverUnderTest conic(cardan_solver_entry_conic());
  const Solved cold = conic.solve(problem);
  EXPECT_GT(cold.report.stage, 0);
  EXPECT_EQ(conic.solve(problem, cold.lambda).report.stage, 0);
}

TEST(ConicStages, NonnegativeRowsReportStage8BeforeSweeps) {
  EXPECT_EQ(stage_of(smooth_rows()), 8);
  // Without sweeps neither stage 8 nor stage 1 can solve it.
  EXPECT_GE(stage_of(smooth_rows(), {{"max_sweeps", 0}}), 3);
}

TEST(ConicStages, EasyContactsReportStage1) { EXPECT_EQ(stage_of(compliant_contacts(2)), 1); }

TEST(ConicStages, RedundantContactsReportTheStagesOverBodiesThenTheDenseOnes) {
  TestProblem wall = cone_problem(wall_contacts(4, 0.5));
  wall.tolerance = 1e-8;
  wall.finish();
  EXPECT_EQ(stage_of(wall, {{"max_sweeps", 0}}), 9);
  EXPECT_EQ(stage_of(wall, {{"max_sweeps", 0}, {"max_body_newton", 0}}), 10);
  const Options no_bodies = {{"max_sweeps", 0}, {"max_body_newton", 0}, {"max_interior_point", 0}};
  const int dense = stage_of(wall, no_bodies);
  EXPECT_TRUE(dense >= 3 && dense < 9) << dense;
}

TEST(ConicStages, SmallProblemsWithoutSweepsReportStage3) {
  EXPECT_EQ(stage_of(compliant_contacts(3), {{"max_sweeps", 0}}), 3);
}

TEST(ConicStages, StagesOverBodiesBeginAtFourContacts) {
  EXPECT_EQ(stage_of(compliant_contacts(4), {{"max_sweeps", 0}}), 9);
}

TEST(ConicStages, SweepsComeLastWithoutDenseStages) {
  const TestProblem problem = compliant_contacts(3);
  EXPECT_EQ(stage_of(problem, {{"max_sweeps", 0}, {"max_dense_rows", 0}}), 7);
}

TEST(ConicStages, BudgetThatEndsIsThatOfTheTable) {
  // No stage may run: the report names the last stage before the budget was asked.
  TestProblem problem = compliant_contacts(3);
  const Options none = {{"max_sweeps", 0}, {"max_dense_rows", 0}, {"max_accelerated", 0}};
  EXPECT_EQ(stage_of(problem, none, CARDAN_ITERATIONS), 1);
}

}  // namespace
}  // namespace cardan::test
