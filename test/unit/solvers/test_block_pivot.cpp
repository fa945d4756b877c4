#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "test/support/dense_algebra.h"
#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_block_pivot(void);
extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);

/// Block pivoting against Lemke, conic, closed forms and the definition of a solution.
namespace cardan::test {
namespace {

double normal(std::mt19937& random) { return std::normal_distribution<double>()(random); }

MatrixXd random_matrix(std::mt19937& random, int rows, int cols) {
  return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
}

/// Positive definite plus skew: a P matrix, so that every q has exactly one solution.
MatrixXd random_P_matrix(std::mt19937& random, int n) {
  const MatrixXd R = random_matrix(random, n, n), K = random_matrix(random, n, n);
  return R * R.transpose() + 0.05 * MatrixXd::Identity(n, n) + (K - K.transpose());
}

/// u = A λ + b in the units of the matrix, the first rows FREE, the others NONNEGATIVE.
TestProblem regular_lcp(const MatrixXd& A, const VectorXd& b, int free_rows = 0) {
  TestProblem problem;
  problem.S = A;
  problem.b = b;
  problem.properties = CARDAN_REGULAR;
  problem.step = problem.weight = VectorXd::Ones(b.size());
  if (free_rows > 0) problem.add_block(CARDAN_FREE, free_rows);
  if (free_rows < b.size()) {
    problem.add_block(CARDAN_NONNEGATIVE, static_cast<int>(b.size()) - free_rows);
  }
  problem.finish();
  return problem;
}

/// Symmetric positive definite, rows by turns FREE, NONNEGATIVE and BOX with every sort of bounds.
TestProblem bounded_problem(std::mt19937& random, int n) {
  TestProblem problem;
  problem.Y = random_matrix(random, n, n + 2);
  problem.b = 3 * random_matrix(random, n, 1);
  for (int i = 0; i < n; ++i) {
    const double lo = normal(random), width = std::fabs(normal(random));
    switch (random() % 7) {
      case 0:
        problem.add_block(CARDAN_FREE, 1);
        break;
      case 1:
        problem.add_block(CARDAN_BOX, 1, 0, -1, -kInfinity, lo);
        break;
      case 2:
        problem.add_block(CARDAN_BOX, 1, 0, -1, lo, kInfinity);
        break;
      case 3:
        problem.add_block(CARDAN_BOX, 1, 0, -1, lo, lo);
        break;
      case 4:
        problem.add_block(CARDAN_NONNEGATIVE, 1);
        break;
      default:
        problem.add_block(CARDAN_BOX, 1, 0, -1, lo, lo + width);
    }
  }
  problem.finish();
  return problem;
}

TEST(BlockPivot, UniqueSolutionOfEveryPMatrixIsFound) {
  std::mt19937 random(30);
  SolverUnderTest blocks(cardan_solver_entry_block_pivot()),
      murty(cardan_solver_entry_block_pivot()), lemke(cardan_solver_entry_lemke());
  murty.set("rule", 1);
  int most = 0;
  for (int k = 0; k < 400; ++k) {
    const int n = 1 + k % 20;
    const TestProblem problem =
        regular_lcp(random_P_matrix(random, n), random_matrix(random, n, 1), k % 3 ? 0 : n / 3);
    const Solved a = blocks.solve(problem), b = murty.solve(problem), c = lemke.solve(problem);
    ASSERT_EQ(a.status, CARDAN_SOLVED) << k;
    ASSERT_EQ(b.status, CARDAN_SOLVED) << k;
    ASSERT_LE(natural_map(problem, a.lambda), 1.01e-10) << k;
    EXPECT_LE((a.lambda - c.lambda).norm(), 1e-8 * (1 + c.lambda.norm())) << k;
    EXPECT_LE((b.lambda - c.lambda).norm(), 1e-8 * (1 + c.lambda.norm())) << k;
    most = std::max(most, a.report.iterations);
  }
  std::printf("at most %d exchanges\n", most);
}

TEST(BlockPivot, ProblemsWithEveryKindOfBoundAgreeWithConic) {
  std::mt19937 random(31);
  SolverUnderTest blocks(cardan_solver_entry_block_pivot()), conic(cardan_solver_entry_conic());
  for (int k = 0; k < 300; ++k) {
    const TestProblem problem = bounded_problem(random, 1 + k % 12);
    const Solved a = blocks.solve(problem), b = conic.solve(problem);
    ASSERT_EQ(a.status, CARDAN_SOLVED) << k;
    ASSERT_LE(natural_map(problem, a.lambda), 1.01e-10) << k;
    if (b.status == CARDAN_SOLVED) {
      EXPECT_LE((a.lambda - b.lambda).norm(), 1e-6 * (1 + b.lambda.norm())) << k;
    }
  }
}

TEST(BlockPivot, SafeguardEndsTheCyclesOfBlockExchanges) {
  std::mt19937 random(32);
  SolverUnderTest alone(cardan_solver_entry_block_pivot()),
      guarded(cardan_solver_entry_block_pivot());
  alone.set("patience", 1000);
  alone.set("max_pivots", 500);
  int cycles = 0;
  for (int k = 0; k < 20000; ++k) {
    MatrixXd M = (4 * random_matrix(random, 3, 3)).array().round();
    M.diagonal().setOnes();
    const bool P = M(0, 1) * M(1, 0) < 1 && M(0, 2) * M(2, 0) < 1 && M(1, 2) * M(2, 1) < 1 &&
                   algebra::determinant(M) > 0.5;
    if (!P) continue;
    const TestProblem problem = regular_lcp(M, random_matrix(random, 3, 1));
    if (alone.solve(problem).status == CARDAN_SOLVED) continue;
    ++cycles;
    const Solved solved = guarded.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_SOLVED) << k;
    EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-10) << k;
  }
  std::printf("%d cycle without Murty's rule\n", cycles);
  EXPECT_GT(cycles, 0);
}

TEST(BlockPivot, PhantomProblemsAreSolvedOrReported) {
  std::mt19937 random(33);
  SolverUnderTest blocks(cardan_solver_entry_block_pivot());
  int solved = 0;
  long exchanges = 0;
  for (int k = 0; k < 300; ++k) {
    const TestProblem problem =
        phantom_problem(random_contacts(random, 1 + k % 6, k % 2 ? 6 : 14), 2);
    const Solved found = blocks.solve(problem);
    ASSERT_TRUE(found.lambda.allFinite());
    ASSERT_EQ(found.status == CARDAN_SOLVED, natural_map(problem, found.lambda) <= 1.01e-10) << k;
    solved += found.status == CARDAN_SOLVED;
    exchanges += found.status == CARDAN_SOLVED ? found.report.iterations : 0;
  }
  std::printf("phantom: %d of 300, %.1f exchanges\n", solved, double(exchanges) / solved);
  EXPECT_GE(solved, 270);
}

TEST(BlockPivot, LargeMassRatiosAreSolvedExactly) {
  // A stack of n bodies of masses 1, 10, …, 10⁶ on ground, one frictionless contact per level: λ_i
  // = g h Σ_{j ≥ i} m_j.
  const int n = 7;
  MatrixXd J = MatrixXd::Zero(n, n);
  VectorXd mass(n);
  for (int i = 0; i < n; ++i) {
    mass[i] = std::pow(10, i);
    J(i, i) = 1;
    if (i > 0) J(i, i - 1) = -1;
  }
  TestProblem problem;
  problem.Y = J * mass.cwiseSqrt().cwiseInverse().asDiagonal();
  problem.b = J * VectorXd::Constant(n, -9.81e-3);
  for (int i = 0; i < n; ++i) problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.tolerance = 1e-10;
  problem.finish();
  SolverUnderTest blocks(cardan_solver_entry_block_pivot());
  const Solved solved = blocks.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  for (int i = 0; i < n; ++i) {
    const double expected = 9.81e-3 * mass.tail(n - i).sum();
    EXPECT_NEAR(solved.lambda[i], expected, 1e-8 * expected) << i;
  }
}

TEST(BlockPivot, SingularMatrixIsSolvedOrReported) {
  std::mt19937 random(34);
  SolverUnderTest blocks(cardan_solver_entry_block_pivot());
  int solved = 0, singular = 0;
  for (int k = 0; k < 200; ++k) {
    // Every row twice.
    const int n = 2 + k % 4;
    TestProblem problem;
    problem.Y = random_matrix(random, n, 3).replicate(2, 1);
    problem.b = problem.Y * random_matrix(random, 3, 1);
    problem.add_block(CARDAN_NONNEGATIVE, 2 * n);
    problem.tolerance = 1e-9;
    problem.finish();
    const Solved found = blocks.solve(problem);
    ASSERT_TRUE(found.lambda.allFinite());
    ASSERT_EQ(found.status == CARDAN_SOLVED, natural_map(problem, found.lambda) <= 1.01e-9) << k;
    solved += found.status == CARDAN_SOLVED;
    singular += found.status == CARDAN_NUMERIC;
  }
  std::printf("singular: %d solved, %d NUMERIC of 200\n", solved, singular);
  // No exchange is possible: two equal FREE rows that require different velocities.
  const TestProblem hopeless = regular_lcp(MatrixXd::Ones(2, 2), Eigen::Vector2d(1, 2), 2);
  EXPECT_EQ(blocks.solve(hopeless).status, CARDAN_NUMERIC);
  // Two rigid walls that close: no solution.
  const MatrixXd walls = (MatrixXd(2, 2) << 1, -1, -1, 1).finished();
  EXPECT_NE(blocks.solve(regular_lcp(walls, VectorXd::Constant(2, -1))).status, CARDAN_SOLVED);
}

TEST(BlockPivot, WarmStartNearTheSolutionCostsOneFactorization) {
  std::mt19937 random(35);
  SolverUnderTest blocks(cardan_solver_entry_block_pivot());
  for (int k = 0; k < 50; ++k) {
    TestProblem problem = bounded_problem(random, 10);
    const Solved cold = blocks.solve(problem);
    problem.b += 1e-9 * random_matrix(random, 10, 1);
    problem.tolerance = 1e-12;
    problem.finish();
    const Solved warm = blocks.solve(problem, cold.lambda);
    EXPECT_EQ(warm.status, CARDAN_SOLVED) << k;
    EXPECT_LE(warm.report.factorizations, 1) << k;
    EXPECT_EQ(warm.report.iterations, 0) << k;
  }
}

// Exchanging both violated rows gives the singular [[1, 1], [1, 1]]: one row alone is tried next.
TEST(BlockPivot, BacktrackingRespectsTheBudgetAndTheCancelFlag) {
  const TestProblem problem = regular_lcp(MatrixXd::Ones(2, 2), Eigen::Vector2d(-1, -1.5));
  static int polls_left;
  cardan_host host{};
  host.struct_size = sizeof host;
  host.cancelled = [](const cardan_host*) { return polls_left-- <= 0 ? 1 : 0; };
  for (const int limit : {1, 100}) {
    polls_left = limit == 1 ? 1000 : 1;
    SolverUnderTest solver(cardan_solver_entry_block_pivot(), &host);
    cardan_problem view = problem.view();
    view.max_iterations = limit;
    solver.reserve(problem);
    VectorXd lambda = VectorXd::Zero(2);
    cardan_report report{};
    report.struct_size = sizeof report;
    const int status = solver.desc().solve(solver.raw(), &view, lambda.data(), nullptr, &report);
    EXPECT_EQ(status, CARDAN_ITERATIONS) << limit;
    EXPECT_EQ(report.iterations, 1) << limit;
  }
  EXPECT_EQ(SolverUnderTest(cardan_solver_entry_block_pivot()).solve(problem).status,
            CARDAN_SOLVED);
}

}  // namespace
}  // namespace cardan::test
