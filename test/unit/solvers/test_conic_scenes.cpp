#include <gtest/gtest.h>

#include <cmath>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);

/// Scenes with known sums or impulses: tables, stacks, mixed kinds.
namespace cardan::test {
namespace {

constexpr double kGravityStep = 9.81e-3;  ///< g h [m/s] at h = 1 ms

/// Rows n, t1, t2 of a body of unit mass and inertia at offset p from its centre (normal up).
MatrixXd contact_rows(const Eigen::Vector3d& p) {
  MatrixXd J(3, 6);
  const Eigen::Vector3d axes[3] = {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX(),
                                   Eigen::Vector3d::UnitY()};
  for (int i = 0; i < 3; ++i) J.row(i) << axes[i].transpose(), p.cross(axes[i]).transpose();
  return J;
}

/// A table with `legs` legs on a circle, each leg in the problem twice, free fall velocity −g h.
TestProblem table(int legs, double mass) {
  TestProblem problem;
  const int contacts = 2 * legs;
  problem.Y.resize(3 * contacts, 6);
  for (int c = 0; c < contacts; ++c) {
    const double angle = 2 * M_PI * (c % legs) / legs;
    problem.Y.middleRows(3 * c, 3) =
        contact_rows({std::cos(angle), std::sin(angle), -0.5}) / std::sqrt(mass);
    problem.add_block(CARDAN_CONE, 3, 0.6);
  }
  Eigen::VectorXd v = VectorXd::Zero(6);
  v[2] = -kGravityStep * std::sqrt(mass);  // in the coordinates in which Y = J/√m
  problem.b = problem.Y * v;
  problem.tolerance = 1e-12;
  problem.finish();
  return problem;
}

TEST(ConicScenes, TablesWithDuplicateLegsAreSolved) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (int legs : {4, 6, 100}) {
    const double mass = 10;
    const TestProblem problem = table(legs, mass);
    const Solved solved = conic.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_SOLVED) << legs;
    double sum = 0;
    for (int c = 0; c < 2 * legs; ++c) sum += solved.lambda[3 * c];
    EXPECT_NEAR(sum, mass * kGravityStep, 1e-9 * mass) << legs;
    EXPECT_LE(solved.u.cwiseAbs().maxCoeff(), 1e-11) << legs;
  }
}

/// n point masses on one line, one frictional contact per level: level 0 on the ground.
TestProblem stack(const VectorXd& masses) {
  const int n = static_cast<int>(masses.size());
  MatrixXd J = MatrixXd::Zero(3 * n, 3 * n);
  for (int level = 0; level < n; ++level) {
    // Velocity of the upper body relative to the lower: rows n, t1, t2 take z, x, y.
    for (int i = 0; i < 3; ++i) {
      const int axis = (i + 2) % 3;
      J(3 * level + i, 3 * level + axis) = 1;
      if (level > 0) J(3 * level + i, 3 * (level - 1) + axis) = -1;
    }
  }
  VectorXd root(3 * n), v = VectorXd::Zero(3 * n);
  for (int level = 0; level < n; ++level) {
    root.segment(3 * level, 3).setConstant(std::sqrt(masses[level]));
    v[3 * level + 2] = -kGravityStep;
  }
  TestProblem problem;
  problem.Y = J * root.cwiseInverse().asDiagonal();
  problem.b = J * v;
  problem.tolerance = 1e-12;
  for (int level = 0; level < n; ++level) problem.add_block(CARDAN_CONE, 3, 0.5);
  problem.finish();
  return problem;
}

TEST(ConicScenes, StacksOfMassRatioUpToAMillionAreSolved) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  const std::vector<VectorXd> stacks = {Eigen::Vector2d(1, 1000), Eigen::Vector2d(1, 1e6),
                                        (VectorXd(7) << 1, 10, 100, 1e3, 1e4, 1e5, 1e6).finished(),
                                        VectorXd::Ones(20)};
  for (const VectorXd& masses : stacks) {
    const TestProblem problem = stack(masses);
    const Solved solved = conic.solve(problem);
    EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-12);
    for (int level = 0; level < masses.size(); ++level) {
      const double carried = masses.tail(masses.size() - level).sum() * kGravityStep;
      EXPECT_NEAR(solved.lambda[3 * level], carried, 1e-8 * carried) << level;
    }
  }
}

/// Random rows of every symmetric kind in one problem.
TestProblem mixed(std::mt19937& random, int dofs) {
  std::normal_distribution<double> normal;
  TestProblem problem;
  problem.add_block(CARDAN_CONE, 3, 0.7);
  problem.add_block(CARDAN_FREE, 2);
  problem.add_block(CARDAN_CONE, 3, 0.3);
  problem.add_block(CARDAN_BOX_MU, 1, 0.2, 5);
  problem.add_block(CARDAN_BALL_MU, 2, 0.1, 5);
  problem.add_block(CARDAN_NONNEGATIVE, 3);
  problem.add_block(CARDAN_BOX_MU, 1, 0.5, 11);
  problem.add_block(CARDAN_BALL_MU, 2, 0.5, 12);
  problem.add_block(CARDAN_BOX, 1, 0, -1, -0.3, 0.5);
  problem.add_block(CARDAN_BOX, 1, 0, -1, 0.1, HUGE_VAL);
  problem.add_block(CARDAN_CONE_CONVEX, 3, 0.4);
  problem.add_block(CARDAN_CONE, 4, 0.8);
  const int m = problem.blocks.back().row + problem.blocks.back().dim;
  problem.Y = MatrixXd::NullaryExpr(m, dofs, [&] { return normal(random); });
  problem.b = problem.Y * VectorXd::NullaryExpr(dofs, [&] { return normal(random); });
  problem.tolerance = 1e-10;
  problem.finish();
  return problem;
}

TEST(ConicScenes, ProblemWithEveryKindIsSolved) {
  std::mt19937 random(8);
  SolverUnderTest conic(cardan_solver_entry_conic());
  int failures = 0;
  for (int k = 0; k < 100; ++k) {
    const TestProblem problem = mixed(random, 40);
    const Solved solved = conic.solve(problem);
    if (!(natural_map(problem, solved.lambda) <= 1.01e-10)) ++failures;
  }
  EXPECT_EQ(failures, 0);
}

TEST(ConicScenes, FreeRowsWithContactsAreSolvedEvenIfRedundant) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal;
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (int k = 0; k < 50; ++k) {
    TestProblem problem;
    problem.add_block(CARDAN_FREE, 8);  // more rows than one cell; the last three repeat the first
    for (int c = 0; c < 3; ++c) problem.add_block(CARDAN_CONE, 3, 0.5);
    problem.Y = MatrixXd::NullaryExpr(17, 18, [&] { return normal(random); });
    problem.Y.middleRows(5, 3) = problem.Y.topRows(3);
    problem.b = problem.Y * VectorXd::NullaryExpr(18, [&] { return normal(random); });
    problem.finish();
    const Solved solved = conic.solve(problem);
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-10) << k;
    ASSERT_LE(solved.u.head(8).norm(), 1e-9) << k;
  }
}

TEST(ConicScenes, OneRowBoxFrictionEqualsOneRowBallFriction) {
  std::mt19937 random(10);
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (int k = 0; k < 50; ++k) {
    const RandomContacts contacts = random_contacts(random, 3, 14);
    VectorXd answers[2];
    for (int kind = 0; kind < 2; ++kind) {
      TestProblem problem;
      problem.Y = contacts.Y;
      problem.b = contacts.b;
      for (int c = 0; c < 3; ++c) {
        problem.add_block(CARDAN_NONNEGATIVE, 1);
        for (int t = 0; t < 2; ++t) {
          problem.add_block(kind ? CARDAN_BALL_MU : CARDAN_BOX_MU, 1, contacts.mu[c], 3 * c);
        }
      }
      problem.finish();
      answers[kind] = conic.solve(problem).lambda;
      ASSERT_LE(natural_map(problem, answers[kind]), 1.01e-10) << k;
    }
    EXPECT_LE((answers[0] - answers[1]).norm(), 1e-7) << k;
  }
}

TEST(ConicScenes, ConeEqualsNormalPlusBall) {
  std::mt19937 random(11);
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (int k = 0; k < 50; ++k) {
    const RandomContacts contacts = random_contacts(random, 1 + k % 4, 14);
    TestProblem split;
    split.Y = contacts.Y;
    split.b = contacts.b;
    for (std::size_t c = 0; c < contacts.mu.size(); ++c) {
      split.add_block(CARDAN_NONNEGATIVE, 1);
      split.add_block(CARDAN_BALL_MU, 2, contacts.mu[c], static_cast<int>(3 * c));
    }
    split.finish();
    const VectorXd lambda = conic.solve(split).lambda;
    ASSERT_LE(natural_map(split, lambda), 1.01e-10) << k;
    EXPECT_LE(natural_map(cone_problem(contacts), lambda), 1e-8) << k;
  }
}

}  // namespace
}  // namespace cardan::test
