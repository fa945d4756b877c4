#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "solvers/common/body_matrix.h"
#include "test/support/dense_algebra.h"
#include "test/unit/solvers/problem_kit.h"
#include "test/unit/solvers/reused_conic.h"
#include "test/unit/solvers/walls.h"

/// Heaps of free bodies: budgeted sweeps, and the stages on the sparse matrices of the bodies.
namespace cardan::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Row blocks of J M^(−1/2) for one body: ±[(r × d)/√I, d/√m] of three directions d.
void put_body(MatrixXd& Y, int row, int body, const Matrix3d& frame, const Vector3d& arm,
              double sign, double mass) {
  for (int k = 0; k < 3; ++k) {
    const Vector3d d = sign * frame.col(k);
    Y.block<1, 3>(row + k, 6 * body) = arm.cross(d).transpose() / std::sqrt(0.4 * mass);
    Y.block<1, 3>(row + k, 6 * body + 3) = d.transpose() / std::sqrt(mass);
  }
}

/// Unit balls that lie on each other at random: each on three of those before it, or on the ground.
/// aside: how far contacts lie beside the line of centres; rows have no zeros, as an engine stores
/// them.
RandomContacts heap_contacts(int bodies, unsigned seed, double aside_by = 0.01) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  RandomContacts heap;
  heap.Y = MatrixXd::Zero(9 * bodies, 6 * bodies);
  heap.b = VectorXd::Zero(9 * bodies);
  const auto mass = [](int body) { return 1 + 0.1 * (body % 7); };
  for (int contact = 0; contact < 3 * bodies; ++contact) {
    const int body = contact / 3, below = body - 1 - contact % 3 * 2, row = 3 * contact;
    const Vector3d n = Vector3d(0.8 * unit(random), 0.8 * unit(random), 1).normalized();
    const Vector3d t = n.cross(Vector3d(1, 0.3, 0.1)).normalized();
    Matrix3d frame;
    frame << n, t, n.cross(t);
    const Vector3d aside = aside_by * Vector3d(1, 2, 3);
    put_body(heap.Y, row, body, frame, aside - n, 1, mass(body));
    if (below >= 0) put_body(heap.Y, row, below, frame, aside + n, -1, mass(below));
    for (int k = 0; k < 3; ++k) heap.b[row + k] = 0.05 * unit(random) - (k == 0 ? 0.1 : 0.0);
    heap.mu.push_back(0.5);
  }
  return heap;
}

/// Rounding beside the line of centres: contacts of spheres.
constexpr double kCentral = 3e-14;

TestProblem heap(int bodies, unsigned seed, double aside_by = 0.01) {
  TestProblem problem = cone_problem(heap_contacts(bodies, seed, aside_by));
  const VectorXd A = problem.A().diagonal();
  problem.S = MatrixXd::Zero(problem.m(), problem.m());
  for (int i = 0; i < problem.m(); i += 3) problem.S(i, i) = 1e-4 * A[i];
  problem.tolerance = 1e-8;
  problem.finish();
  return problem;
}

TEST(ConicHeap, BodyMatrixAgreesWithDenseAlgebra) {
  const TestProblem problem = heap(30, 1);
  const sdk::ProblemView view(problem.view());
  solvers::BodyMatrix bodies;
  bodies.reserve(problem.m(), view.cols());
  ASSERT_TRUE(bodies.analyse(view));
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-0.3, 0.3);
  MatrixXd dense = MatrixXd::Identity(view.cols(), view.cols());
  bodies.clear();
  for (int row = 0; row < problem.m(); row += 3) {
    Matrix3d G = Matrix3d::Identity();
    for (double& g : G.reshaped()) g += unit(random);
    double rows[9];
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{rows} = G;
    bodies.add(view, row, 3, rows);
    const MatrixXd Y = problem.Y.middleRows(row, 3);
    dense += Y.transpose() * G * Y;
  }
  ASSERT_TRUE(bodies.factor());
  const VectorXd rhs = VectorXd::LinSpaced(view.cols(), -1, 2);
  VectorXd x = rhs;
  bodies.solve(x.data());
  const VectorXd expected = algebra::solve(dense, rhs);
  EXPECT_LE((x - expected).norm(), 1e-10 * expected.norm());
}

TEST(ConicHeap, HeapIsSolvedWithoutADenseMatrix) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    for (const double aside_by : {0.01, kCentral}) {
      const TestProblem problem = heap(30, seed, aside_by);
      SolverUnderTest conic(cardan_solver_entry_conic());
      conic.set("max_dense_rows", 0);
      conic.set("max_accelerated", 0);
      const Solved solved = conic.solve(problem);
      EXPECT_EQ(solved.status, CARDAN_SOLVED) << seed;
      EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-8) << seed;
    }
  }
}

/// One contact of a ball with another or, of one body, with the ground.
TestProblem one_contact(int bodies, const Vector3d& n, const Vector3d& b, double aside_by) {
  const Vector3d t = n.cross(Vector3d(1, 0.3, 0.1)).normalized();
  Matrix3d frame;
  frame << n, t, n.cross(t);
  const Vector3d aside = aside_by * Vector3d(1, 2, 3);
  RandomContacts contact;
  contact.Y = MatrixXd::Zero(3, 6 * bodies);
  put_body(contact.Y, 0, 0, frame, aside - n, 1, 2.0);
  if (bodies == 2) put_body(contact.Y, 0, 1, frame, aside + 0.6 * n, -1, 0.7);
  contact.b = b;
  contact.mu = {0.5};
  TestProblem problem = cone_problem(contact);
  problem.S = MatrixXd::Zero(3, 3);
  problem.S(0, 0) = 1e-4 * problem.A()(0, 0);
  problem.finish();
  return problem;
}

// Every mode of a contact in one sweep, whether it lies on the line of centres or not.
TEST(ConicHeap, SingleContactIsSolvedByOneSweep) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  SolverUnderTest conic(cardan_solver_entry_conic());
  conic.set("pile_rows", 1);
  conic.set("pile_sweeps", 1);
  int open = 0, stuck = 0, sliding = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Vector3d n = Vector3d(unit(random), unit(random), 1).normalized();
    const Vector3d b(unit(random) - 0.3, unit(random), unit(random));
    const VectorXd guess = 0.3 * Vector3d(1 + unit(random), unit(random), unit(random));
    for (const double aside_by : {1e-11, kCentral, 0.01}) {
      const TestProblem problem = one_contact(1 + trial % 2, n, b, aside_by);
      const VectorXd lambda = conic.solve(problem, guess).lambda;
      // A coupling of rows taken for rounding costs a sweep as much: arms of √14 aside_by
      // couple by 2.5 times that of W_n, and |u| is at most 3.
      const double left_off = aside_by < 1e-10 ? 3 * 2.5 * std::sqrt(14.0) * aside_by : 0;
      EXPECT_LE(natural_map(problem, lambda), 1e-11 + left_off) << trial << " " << aside_by;
      const double friction = lambda.tail<2>().norm();
      ++(lambda[0] == 0 ? open : friction < 0.499 * lambda[0] ? stuck : sliding);
    }
  }
  EXPECT_GT(std::min({open, stuck, sliding}), 50);
}

TEST(ConicHeap, SweepBudgetIsKeptAndReported) {
  const TestProblem small = heap(2, 1);
  for (const double aside_by : {0.01, kCentral}) {
    const TestProblem large = heap(30, 1, aside_by);
    SolverUnderTest conic(cardan_solver_entry_conic());
    conic.set("pile_rows", 60);
    conic.set("pile_sweeps", 5);
    const Solved rough = conic.solve(large);
    EXPECT_EQ(rough.status, CARDAN_APPROXIMATE);
    EXPECT_EQ(rough.report.iterations, 5);
    for (int i = 0; i < large.m(); i += 3) {
      EXPECT_LE(rough.lambda.segment(i + 1, 2).norm(), 0.5 * rough.lambda[i] + 1e-12);
    }
    EXPECT_NEAR(rough.report.residual, natural_map(large, rough.lambda), rough.report.residual);
    EXPECT_EQ(conic.solve(small).status, CARDAN_SOLVED);
    conic.set("pile_sweeps", 500);
    EXPECT_LT(natural_map(large, conic.solve(large).lambda),
              0.1 * natural_map(large, rough.lambda));
  }
}

// Over-relaxed sweeps, which small budgets for balls use, have the same fixed points as all other
// sweeps.
TEST(ConicHeap, BudgetKeepsASolution) {
  for (const double aside_by : {0.01, kCentral}) {
    TestProblem problem = heap(30, 1, aside_by);
    SolverUnderTest exact(cardan_solver_entry_conic());
    problem.tolerance = 1e-11;
    problem.finish();
    const Solved solution = exact.solve(problem);
    ASSERT_EQ(solution.status, CARDAN_SOLVED);
    problem.tolerance = 1e-9;
    problem.finish();
    for (const int sweeps : {4, 16, 17, 64}) {
      SolverUnderTest conic(cardan_solver_entry_conic());
      conic.set("pile_rows", 60);
      conic.set("pile_sweeps", sweeps);
      const Solved kept = conic.solve(problem, solution.lambda);
      EXPECT_EQ(kept.status, CARDAN_SOLVED) << sweeps << " " << aside_by;
      EXPECT_LE(natural_map(problem, kept.lambda), 1.01e-9);
    }
  }
}

// Impulses of slowly converging sweeps hardly change long before they are accurate: that must not
// end the sweeps.
TEST(ConicHeap, SweepsEndAtTheToleranceOrTheBudget) {
  constexpr int kBudget = 3000;
  SolverUnderTest conic(cardan_solver_entry_conic());
  conic.set("pile_rows", 1);
  conic.set("pile_sweeps", kBudget);
  for (const int base : {2, 4}) {
    for (const double tolerance : {1e-4, 1e-6}) {
      TestProblem problem = cone_problem(wall_contacts(base));
      problem.tolerance = tolerance;
      problem.finish();
      const Solved solved = conic.solve(problem);
      const double residual = natural_map(problem, solved.lambda);
      EXPECT_EQ(solved.status == CARDAN_SOLVED, residual <= tolerance) << base << " " << residual;
      if (solved.status == CARDAN_SOLVED) continue;
      EXPECT_EQ(solved.report.iterations, kBudget) << base;
    }
  }
}

TEST(ConicHeap, ReservedSizeDoesNotChangeBits) {
  const TestProblem problem = heap(30, 1);
  expect_bits_whatever_was_reserved(heap(60, 4), problem);
}

TEST(ConicHeap, FillLimitDependsOnlyOnTheProblem) {
  // Three rows per body to random others: the LU of such a graph is nearly dense.
  constexpr int kBodies = 200, kRows = 3 * kBodies;
  std::mt19937 random(8);
  TestProblem problem;
  problem.Y = MatrixXd::Zero(kRows, 6 * kBodies);
  problem.b = VectorXd::Zero(kRows);
  for (int row = 0; row < kRows; ++row) {
    const int a = row / 3, b = (a + 1 + static_cast<int>(random() % (kBodies - 1))) % kBodies;
    problem.Y.block<1, 6>(row, 6 * a).setOnes();
    problem.Y.block<1, 6>(row, 6 * b).setConstant(-1);
    problem.add_block(CARDAN_NONNEGATIVE, 1);
  }
  problem.finish();
  const sdk::ProblemView view(problem.view());
  for (const int times : {1, 10}) {
    solvers::BodyMatrix bodies;
    bodies.reserve(times * problem.m(), times * view.cols());
    EXPECT_FALSE(bodies.analyse(view)) << times;
  }
}

int cancel_after(int polls, const TestProblem& problem, VectorXd& lambda, cardan_report& report) {
  static thread_local int polls_left = 0;
  polls_left = polls;
  cardan_host host{};
  host.struct_size = sizeof host;
  host.cancelled = [](const cardan_host*) { return polls_left-- <= 0 ? 1 : 0; };
  SolverUnderTest conic(cardan_solver_entry_conic(), &host);
  conic.set("pile_rows", 60);
  conic.set("pile_sweeps", 100);
  conic.reserve(problem);
  VectorXd u = lambda;
  report = {};
  report.struct_size = sizeof report;
  return conic.solve_raw(problem, lambda.data(), u.data(), &report);
}

TEST(ConicHeap, CancelledSolveEndsInsideTheCones) {
  const TestProblem problem = heap(30, 1);
  for (const int polls : {0, 1, 3, 6, 7, 8}) {
    VectorXd lambda = VectorXd::LinSpaced(problem.m(), -1, 1);
    cardan_report report;
    EXPECT_EQ(cancel_after(polls, problem, lambda, report), CARDAN_ITERATIONS) << polls;
    EXPECT_EQ(report.iterations, polls);
    const double seen = natural_map(problem, lambda);
    EXPECT_NEAR(report.residual, seen, 1e-9 * seen);
    for (int i = 0; i < problem.m(); i += 3) {
      EXPECT_LE(lambda.segment(i + 1, 2).norm(), 0.5 * lambda[i] + 1e-12) << polls;
    }
  }
}

TEST(ConicHeap, NanRowIsReportedAsNumeric) {
  for (const int row : {0, 1}) {
    TestProblem problem = heap(30, 1);
    problem.b[row] = std::numeric_limits<double>::quiet_NaN();
    problem.finish();
    SolverUnderTest conic(cardan_solver_entry_conic());
    conic.set("pile_rows", 60);
    const Solved solved = conic.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_NUMERIC) << row;
    EXPECT_TRUE(solved.lambda.allFinite() && solved.u.allFinite()) << row;
  }
}

TEST(ConicHeap, SolveDoesNotAllocate) {
  const TestProblem problem = heap(30, 1);
  for (const double pile_rows : {60.0, 1e6}) {
    SCOPED_TRACE(pile_rows);
    SolverUnderTest conic(cardan_solver_entry_conic());
    conic.set("pile_rows", pile_rows);
    solve_without_allocation(conic, problem);
  }
}

}  // namespace
}  // namespace cardan::test
