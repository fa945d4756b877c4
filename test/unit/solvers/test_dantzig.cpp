#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_dantzig(void);

/// Dantzig's principal pivoting against conic, closed forms and the definition of a solution.
namespace cardan::test {
namespace {

MatrixXd dense_normal_matrix(std::mt19937& random, int rows, int cols) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
}

/// Rows by turns FREE, NONNEGATIVE and BOX with every sort of bounds; b in the range of Y.
TestProblem bounded_problem(std::mt19937& random, int n, int dofs) {
  std::normal_distribution<double> normal;
  TestProblem problem;
  problem.Y = dense_normal_matrix(random, n, dofs);
  problem.b = problem.Y * dense_normal_matrix(random, dofs, 1);
  for (int i = 0; i < n; ++i) {
    const double lo = -std::fabs(normal(random)), hi = std::fabs(normal(random));
    switch (random() % 6) {
      case 0:
        problem.add_block(CARDAN_FREE, 1);
        break;
      case 1:
        problem.add_block(CARDAN_BOX, 1, 0, -1, -kInfinity, hi);
        break;
      case 2:
        problem.add_block(CARDAN_BOX, 1, 0, -1, lo, kInfinity);
        break;
      case 3:
        problem.add_block(CARDAN_BOX, 1, 0, -1, hi, hi);
        break;
      case 4:
        problem.add_block(CARDAN_NONNEGATIVE, 1);
        break;
      default:
        problem.add_block(CARDAN_BOX, 1, 0, -1, lo, hi);
    }
  }
  problem.finish();
  return problem;
}

TEST(Dantzig, EveryKindOfBoundIsSolvedWithAndWithoutRedundantRows) {
  std::mt19937 random(40);
  SolverUnderTest dantzig(cardan_solver_entry_dantzig()), conic(cardan_solver_entry_conic());
  long pivots = 0;
  for (int k = 0; k < 600; ++k) {
    const int n = 1 + k % 15;
    TestProblem problem = bounded_problem(random, n, k % 2 ? n + 2 : 1 + n / 2);
    const Solved a = dantzig.solve(problem);
    pivots += a.report.iterations;
    ASSERT_EQ(a.status, CARDAN_SOLVED) << k << " residual " << a.report.residual;
    ASSERT_LE(natural_map(problem, a.lambda), 1.01e-10) << k;
    const Solved b = conic.solve(problem);
    if (b.status == CARDAN_SOLVED) {  // u is unique, λ only where A is regular
      EXPECT_LE((a.u - b.u).norm(), 1e-6 * (1 + b.u.norm())) << k;
    }
  }
  std::printf("%.1f pivots\n", pivots / 600.0);
}

TEST(Dantzig, CoupledFrictionBoundsAgreeWithTheirNormals) {
  std::mt19937 random(41);
  SolverUnderTest dantzig(cardan_solver_entry_dantzig()), conic(cardan_solver_entry_conic());
  int solved = 0, by_conic = 0, both = 0;
  long pivots = 0;
  for (int k = 0; k < 480; ++k) {
    const TestProblem problem = box_problem(random_contacts(random, 1 + k % 6, k % 2 ? 6 : 14));
    const Solved a = dantzig.solve(problem), b = conic.solve(problem);
    ASSERT_EQ(a.status == CARDAN_SOLVED, natural_map(problem, a.lambda) <= 1.01e-10) << k;
    solved += a.status == CARDAN_SOLVED;
    by_conic += b.status == CARDAN_SOLVED;
    both += a.status == CARDAN_SOLVED || b.status == CARDAN_SOLVED;
    pivots += a.report.iterations;
  }
  std::printf("box: %d of 480 (conic %d, one of them %d), %.1f pivots\n", solved, by_conic, both,
              pivots / 480.0);
  EXPECT_GE(solved, 477);
}

TEST(Dantzig, TableOnManyLegsIsSolved) {
  // n legs at random places under a unit box, each row twice: Σλ = m g h and no motion.
  std::mt19937 random(42);
  std::uniform_real_distribution<double> place(-0.5, 0.5);
  SolverUnderTest dantzig(cardan_solver_entry_dantzig());
  for (int legs : {4, 6, 100}) {
    MatrixXd J(2 * legs, 3);  // v_z, ω_x, ω_y
    for (int i = 0; i < legs; ++i) {
      double x = place(random), y = place(random);
      if (i < 4) x = i % 2 ? 0.5 : -0.5, y = i / 2 ? 0.5 : -0.5;
      J.row(2 * i) = J.row(2 * i + 1) = Eigen::RowVector3d(1, y, -x);
    }
    TestProblem problem;
    problem.Y = J * Eigen::Vector3d(1, std::sqrt(6.0), std::sqrt(6.0)).asDiagonal();
    problem.b = J * Eigen::Vector3d(-9.81e-3, 0, 0);
    problem.add_block(CARDAN_NONNEGATIVE, 2 * legs);
    problem.finish();
    const Solved solved = dantzig.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_SOLVED) << legs;
    EXPECT_NEAR(solved.lambda.sum(), 9.81e-3, 1e-12);
    EXPECT_LE(solved.u.cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Dantzig, LargeMassRatiosAreSolvedExactly) {
  // Bodies of masses 1, 10, …, 10⁶ on each other: λ_i = g h Σ_{j ≥ i} m_j.
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
  problem.finish();
  SolverUnderTest dantzig(cardan_solver_entry_dantzig());
  const Solved solved = dantzig.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  for (int i = 0; i < n; ++i) {
    const double expected = 9.81e-3 * mass.tail(n - i).sum();
    EXPECT_NEAR(solved.lambda[i], expected, 1e-8 * expected) << i;
  }
}

/// λ in the rows' cones, A λ = 0, bᵀ λ < 0: no solution can exist.
void expect_certificate(const TestProblem& problem, const VectorXd& lambda) {
  EXPECT_LE((problem.A() * lambda).norm(), 1e-9 * problem.A().norm() * lambda.norm());
  EXPECT_LT(problem.b.dot(lambda), -1e-9 * lambda.norm());
  for (const cardan_block& block : problem.blocks) {
    for (int i = block.row; i < block.row + block.dim; ++i) {
      if (block.kind == CARDAN_NONNEGATIVE) {
        EXPECT_GE(lambda[i], 0);
      }
      if (block.kind == CARDAN_BOX || block.kind == CARDAN_BOX_MU) {
        EXPECT_EQ(lambda[i], 0);
      }
    }
  }
}

TEST(Dantzig, JamIsProvenInfeasible) {
  SolverUnderTest dantzig(cardan_solver_entry_dantzig());
  // Two rigid walls that close on a block, with friction beside them.
  RandomContacts jam;
  jam.Y = MatrixXd::Zero(6, 3);
  jam.Y.topRows(3).setIdentity();
  jam.Y.bottomRows(3) = -MatrixXd::Identity(3, 3);
  jam.b = VectorXd::Zero(6);
  jam.b[0] = -1;
  jam.b[3] = -2;
  jam.b[1] = 0.5;
  jam.mu = {0.5, 0.5};
  const TestProblem problem = box_problem(jam);
  const Solved solved = dantzig.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_INFEASIBLE);
  expect_certificate(problem, solved.lambda);
  // Random ones: the first rows repeat in the opposite direction and both must approach.
  std::mt19937 random(43);
  for (int k = 0; k < 100; ++k) {
    const int n = 1 + k % 6;
    TestProblem random_jam;
    random_jam.Y = dense_normal_matrix(random, n + 2, 4);
    random_jam.Y.row(n + 1) = -0.7 * random_jam.Y.row(0);
    random_jam.b = random_jam.Y * dense_normal_matrix(random, 4, 1);
    random_jam.b[0] -= 1;
    random_jam.b[n + 1] -= 1;
    random_jam.add_block(CARDAN_NONNEGATIVE, n + 2);
    random_jam.finish();
    const Solved found = dantzig.solve(random_jam);
    EXPECT_EQ(found.status, CARDAN_INFEASIBLE) << k;
    expect_certificate(random_jam, found.lambda);
  }
  // Equal FREE rows that require different velocities.
  TestProblem rows;
  rows.S = MatrixXd::Ones(2, 2);
  rows.b = Eigen::Vector2d(1, 2);
  rows.add_block(CARDAN_FREE, 2);
  rows.finish();
  const Solved apart = dantzig.solve(rows);
  EXPECT_EQ(apart.status, CARDAN_INFEASIBLE);
  expect_certificate(rows, apart.lambda);
}

TEST(Dantzig, TiesDoNotCycle) {
  // Highly degenerate: integer rows of low rank, b = 0 in many rows.
  std::mt19937 random(44);
  SolverUnderTest dantzig(cardan_solver_entry_dantzig());
  int most = 0;
  for (int k = 0; k < 500; ++k) {
    const int n = 4 + k % 20, rank = 2 + k % 4;
    TestProblem problem;
    problem.Y = MatrixXd::NullaryExpr(n, rank, [&] { return double(int(random() % 3)) - 1; });
    problem.b =
        problem.Y * VectorXd::NullaryExpr(rank, [&] { return double(int(random() % 3)) - 1; });
    problem.step = problem.weight = VectorXd::Ones(n);
    problem.add_block(CARDAN_NONNEGATIVE, n);
    problem.finish();
    const Solved solved = dantzig.solve(problem);
    ASSERT_EQ(solved.status, CARDAN_SOLVED) << k;
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-10) << k;
    most = std::max(most, solved.report.iterations);
  }
  std::printf("at most %d pivots\n", most);
  EXPECT_LE(most, 200);
}

TEST(Dantzig, WarmStartNearTheSolutionNeedsNoPivot) {
  std::mt19937 random(45);
  SolverUnderTest dantzig(cardan_solver_entry_dantzig());
  for (int k = 0; k < 50; ++k) {
    TestProblem problem = bounded_problem(random, 10, 12);
    const Solved cold = dantzig.solve(problem);
    problem.b += 1e-9 * dense_normal_matrix(random, 10, 1);
    problem.tolerance = 1e-12;
    problem.finish();
    const Solved warm = dantzig.solve(problem, cold.lambda);
    EXPECT_EQ(warm.status, CARDAN_SOLVED) << k;
    EXPECT_EQ(warm.report.iterations, 0) << k;
  }
}

TEST(Dantzig, CancelledSolveLeavesNoFactorization) {
  cardan_host host{};
  host.struct_size = sizeof host;
  host.cancelled = [](const cardan_host*) { return 1; };
  SolverUnderTest dantzig(cardan_solver_entry_dantzig(), &host);
  std::mt19937 random(46);
  const Solved solved = dantzig.solve(box_problem(random_contacts(random, 4, 14)));
  EXPECT_EQ(solved.status, CARDAN_ITERATIONS);
  EXPECT_EQ(solved.report.factorizations, 0);
}

}  // namespace
}  // namespace cardan::test
