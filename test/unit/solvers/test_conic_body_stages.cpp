#include <gtest/gtest.h>

#include <algorithm>

#include "test/unit/solvers/problem_kit.h"
#include "test/unit/solvers/reused_conic.h"
#include "test/unit/solvers/walls.h"

/// The stages of `conic` over bodies, 9 and 10, on problems of every kind of block that they take.
namespace cardan::test {
namespace {

constexpr int kBodyNewton = 9, kInteriorPath = 10;

enum class BodyKind { kCones, kConvex, kRows, kLoops, kRolling };

/// Contacts on random degrees of freedom, fewer than rows, with rows of the kind between them. All
/// normals and single rows are compliant, so velocities are unique except for friction.
TestProblem random_body_problem(std::mt19937& random, BodyKind kind) {
  const int contacts = 14, extra = 10;
  const int rows = 3 * contacts + extra;
  std::normal_distribution<double> normal;
  const RandomContacts made = random_contacts(random, contacts, 30);
  TestProblem problem;
  problem.Y = MatrixXd::Zero(rows, 30);
  problem.Y.topRows(3 * contacts) = made.Y;
  problem.Y.bottomRows(extra) = MatrixXd::NullaryExpr(extra, 30, [&] { return normal(random); });
  problem.b = VectorXd::NullaryExpr(rows, [&] { return normal(random); });
  problem.b.head(3 * contacts) = made.b;
  for (int k = 0; k < contacts; ++k) {
    problem.add_block(kind == BodyKind::kConvex ? CARDAN_CONE_CONVEX : CARDAN_CONE, 3, made.mu[k]);
  }
  for (int k = 0; k < extra; ++k) {
    switch (kind) {
      case BodyKind::kLoops:
        problem.add_block(CARDAN_FREE, 2);
        ++k;
        break;
      case BodyKind::kRolling:
        if (k % 2 == 0) {
          problem.add_block(CARDAN_BOX_MU, 1, 0.1, 3 * k);
        } else {
          problem.add_block(CARDAN_BALL_MU, 1, 0.2, 3 * (k - 1));
        }
        break;
      case BodyKind::kRows:
        problem.add_block(k % 2 == 0 ? CARDAN_BOX : CARDAN_NONNEGATIVE, 1, 0, -1, -0.3,
                          k % 4 == 0 ? 0.4 : kInfinity);
        break;
      default:
        problem.add_block(CARDAN_NONNEGATIVE, 1);
    }
  }
  const VectorXd A = (problem.Y * problem.Y.transpose()).diagonal();
  problem.S = MatrixXd::Zero(rows, rows);
  for (int i = 0; i < rows; ++i) {
    if (i >= 3 * contacts || i % 3 == 0) problem.S(i, i) = 1e-2 * A[i];
  }
  problem.tolerance = 1e-9;
  problem.finish();
  return problem;
}

struct StageCount {
  int solved = 0, by_stage = 0;
};

/// Problems of a kind that a stage solves, without sweeps before it.
StageCount count_solved(BodyKind kind, int stage, const char* other) {
  std::mt19937 random(11);
  SolverUnderTest conic(cardan_solver_entry_conic());
  conic.set("max_sweeps", 0);
  conic.set(other, 0);
  StageCount count;
  for (int k = 0; k < 40; ++k) {
    const TestProblem problem = random_body_problem(random, kind);
    const Solved solved = conic.solve(problem);
    if (solved.status != CARDAN_SOLVED) continue;
    ++count.solved;
    EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-9);
    count.by_stage += solved.report.stage == stage;
  }
  return count;
}

TEST(ConicBodyStages, NewtonWithSweepsSolvesEveryKind) {
  for (const BodyKind kind : {BodyKind::kCones, BodyKind::kConvex, BodyKind::kRows,
                              BodyKind::kLoops, BodyKind::kRolling}) {
    const StageCount count = count_solved(kind, kBodyNewton, "max_interior_point");
    EXPECT_GE(count.solved, 39) << static_cast<int>(kind);
    EXPECT_GE(count.by_stage, 30) << static_cast<int>(kind);
  }
}

TEST(ConicBodyStages, InteriorPointSolvesEveryKindThatItTakes) {
  for (const BodyKind kind :
       {BodyKind::kCones, BodyKind::kConvex, BodyKind::kRows, BodyKind::kLoops}) {
    const StageCount count = count_solved(kind, kInteriorPath, "max_body_newton");
    EXPECT_GE(count.solved, 39) << static_cast<int>(kind);
    EXPECT_GE(count.by_stage, 36) << static_cast<int>(kind);
  }
  EXPECT_EQ(count_solved(BodyKind::kRolling, kInteriorPath, "max_body_newton").by_stage, 0);
}

TEST(ConicBodyStages, ConvexAnswersAreThoseOfTheOtherStages) {
  // The velocities of a compliant convex problem are unique.
  std::mt19937 random(12);
  for (int k = 0; k < 10; ++k) {
    const TestProblem problem = random_body_problem(random, BodyKind::kConvex);
    SolverUnderTest others(cardan_solver_entry_conic());
    others.set("max_body_newton", 0);
    others.set("max_interior_point", 0);
    const Solved expected = others.solve(problem);
    ASSERT_EQ(expected.status, CARDAN_SOLVED);
    for (const char* off : {"max_body_newton", "max_interior_point"}) {
      SolverUnderTest conic(cardan_solver_entry_conic());
      conic.set("max_sweeps", 0);
      conic.set(off, 0);
      const Solved solved = conic.solve(problem);
      ASSERT_EQ(solved.status, CARDAN_SOLVED);
      const VectorXd z = problem.Y.transpose() * (solved.lambda - expected.lambda);
      EXPECT_LE(z.lpNorm<Eigen::Infinity>(), 1e-5) << off << " " << k;
    }
  }
}

TEST(ConicBodyStages, WallsOfRedundantContactsAreSolved) {
  for (const double compliance : {0.0, 1e-4, 1e-2}) {
    for (const double mu : {0.0, 0.2, 0.5, 1.0}) {
      for (const int base : {4, 5}) {
        TestProblem problem = cone_problem(wall_contacts(base, mu));
        const VectorXd A = problem.A().diagonal();
        problem.S = MatrixXd::Zero(problem.m(), problem.m());
        for (int i = 0; i < problem.m(); i += 3) problem.S(i, i) = compliance * A[i];
        problem.tolerance = 1e-8;
        problem.finish();
        SolverUnderTest conic(cardan_solver_entry_conic());
        const Solved cold = conic.solve(problem);
        EXPECT_EQ(cold.status, CARDAN_SOLVED) << base << " " << mu << " " << compliance;
        EXPECT_LE(natural_map(problem, cold.lambda), 1.01e-8);
        EXPECT_EQ(conic.solve(problem, cold.lambda).report.iterations, 0);
      }
    }
  }
}

TEST(ConicBodyStages, RoomForMoreChangesNoBit) {
  std::mt19937 random(16);
  TestProblem large = cone_problem(wall_contacts(6, 0.5));
  large.finish();
  const TestProblem problem = random_body_problem(random, BodyKind::kCones);
  EXPECT_EQ(expect_bits_whatever_was_reserved(large, problem).status, CARDAN_SOLVED);
}

TEST(ConicBodyStages, SolveIsPureAndDoesNotAllocate) {
  std::mt19937 random(13);
  TestProblem large = cone_problem(wall_contacts(5, 0.5)),
              small = random_body_problem(random, BodyKind::kRows);
  large.tolerance = 1e-8;
  large.finish();
  expect_pure_without_allocation(large, small, kBodyNewton,
                                 [](SolverUnderTest& conic) { conic.set("max_sweeps", 0); });
  expect_pure_without_allocation(large, small, kInteriorPath, [](SolverUnderTest& conic) {
    conic.set("max_sweeps", 0);
    conic.set("max_body_newton", 0);
  });
}

TEST(ConicBodyStages, OrderOfTheRowsOfAContactDoesNotMatter) {
  // Rows in the order of their kind: the spin and rolling rows follow contacts that stand apart.
  std::mt19937 random(14);
  const TestProblem problem = random_body_problem(random, BodyKind::kRolling);
  SolverUnderTest conic(cardan_solver_entry_conic());
  conic.set("max_sweeps", 0);
  const Solved a = conic.solve(problem), b = conic.solve(problem);
  EXPECT_EQ(a.status, CARDAN_SOLVED);
  EXPECT_EQ(a.lambda, b.lambda);
}

TEST(ConicBodyStages, CancelledSolveEndsWithinAStep) {
  cardan_host host{};
  host.struct_size = sizeof host;
  host.cancelled = [](const cardan_host*) { return 1; };
  std::mt19937 random(15);
  SolverUnderTest conic(cardan_solver_entry_conic(), &host);
  conic.set("max_sweeps", 0);
  const Solved solved = conic.solve(random_body_problem(random, BodyKind::kCones));
  EXPECT_EQ(solved.status, CARDAN_ITERATIONS);
  EXPECT_LE(solved.report.iterations, 1);
}

}  // namespace
}  // namespace cardan::test
