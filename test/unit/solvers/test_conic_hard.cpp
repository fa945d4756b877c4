#include <gtest/gtest.h>

#include <cmath>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);

/// Problems for the late stages of `conic`: stacks of heavy on light boxes, jams, wedges.
namespace cardan::test {
namespace {

constexpr double kImpulsePerMass = 9.81e-3;  ///< g h, h = 1 ms

/// Boxes of 1 m, level i of mass 10^i, μ = 0.5, at rest but for gravity; one contact in the middle
/// of each face or one in each corner.
TestProblem stack_of_boxes(int levels, bool corners) {
  const int per_level = corners ? 4 : 1, n = levels * per_level;
  TestProblem problem;
  problem.Y = MatrixXd::Zero(3 * n, 6 * levels);
  problem.b = VectorXd::Zero(3 * n);
  problem.tolerance = 1e-12;
  for (int level = 0; level < levels; ++level) {
    for (int k = 0; k < per_level; ++k) {
      const double half = corners ? 0.5 : 0;
      const double x = k % 2 ? half : -half, y = k / 2 ? half : -half;
      const int row = 3 * (level * per_level + k);
      // Rows n = z, t1 = x, t2 = y; box above minus box below, at z = ∓1/2 of their centres.
      for (int side = 0; side < 2 && level - side >= 0; ++side) {
        const double mass = std::pow(10.0, level - side), sign = side == 0 ? 1 : -1;
        const double z = side == 0 ? -0.5 : 0.5;
        const Eigen::Vector3d r(x, y, z), axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
        for (int i = 0; i < 3; ++i) {
          const int column = 6 * (level - side);
          problem.Y.block<1, 3>(row + i, column) =
              sign / std::sqrt(mass / 6) * r.cross(axes[i]).transpose();
          problem.Y.block<1, 3>(row + i, column + 3) = sign / std::sqrt(mass) * axes[i].transpose();
        }
      }
      problem.b[row] = level == 0 ? -kImpulsePerMass : 0.0;
      problem.add_block(CARDAN_CONE, 3, 0.5);
    }
  }
  problem.finish();
  return problem;
}

TEST(ConicHard, ImpulsesOfHeavyOnLightAreExact) {
  constexpr int kLevels = 7;
  SolverUnderTest conic(cardan_solver_entry_conic());
  const TestProblem problem = stack_of_boxes(kLevels, false);
  const Solved solved = conic.solve(problem);
  double load = 0;
  for (int level = kLevels - 1; level >= 0; --level) {
    load += std::pow(10.0, level) * kImpulsePerMass;
    EXPECT_NEAR(solved.lambda[3 * level] / load, 1, 1e-8) << level;
  }
}

TEST(ConicHard, HeavyOnLightOnFourCornersComesToRest) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  const TestProblem problem = stack_of_boxes(7, true);
  const Solved solved = conic.solve(problem);
  // Velocities of the boxes, of the free ones −g h in z.
  const VectorXd z = problem.Y.transpose() * solved.lambda;
  for (int level = 0; level < 7; ++level) {
    const double mass = std::pow(10.0, level);
    EXPECT_LE((z.segment<3>(6 * level) / std::sqrt(mass / 6)).norm(), 1e-8) << level;
    Eigen::Vector3d v = z.segment<3>(6 * level + 3) / std::sqrt(mass);
    v[2] -= kImpulsePerMass;
    EXPECT_LE(v.norm(), 1e-8) << level;
  }
}

/// A body of 1 kg between two walls that approach each other.
TestProblem two_walls(int kind) {
  TestProblem problem;
  const int dim = kind == CARDAN_CONE ? 3 : 1;
  problem.Y = MatrixXd::Zero(2 * dim, 3);
  for (int i = 0; i < dim; ++i) {
    problem.Y(i, i) = 1;
    problem.Y(dim + i, i) = -1;
  }
  problem.b = VectorXd::Zero(2 * dim);
  problem.b[0] = -1;
  problem.b[dim] = -2;
  problem.add_block(kind, dim, 0.3);
  problem.add_block(kind, dim, 0.3);
  problem.finish();
  return problem;
}

TEST(ConicHard, JamIsProven) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (int kind : {CARDAN_NONNEGATIVE, CARDAN_CONE}) {
    const TestProblem problem = two_walls(kind);
    const Solved solved = conic.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_INFEASIBLE);
    const int dim = problem.m() / 2;
    EXPECT_GT(solved.lambda[0], 0);
    EXPECT_NEAR(solved.lambda[dim] / solved.lambda[0], 1, 1e-12);
    EXPECT_LE((problem.A() * solved.lambda).norm(), 1e-12 * solved.lambda.norm());
    EXPECT_LT(problem.b.dot(solved.lambda), 0);
  }
}

TEST(ConicHard, CompliantJamIsSolved) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  TestProblem problem = two_walls(CARDAN_NONNEGATIVE);
  problem.S = MatrixXd::Identity(2, 2) * 1e-6;
  problem.tolerance = 1e-8;  // of u that is the difference of terms of 1 m/s and rounding of 1e6
  problem.finish();
  const Solved solved = conic.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  EXPECT_NEAR(solved.lambda.mean(), 3 / 2e-6, 1);
}

/// A stack of n boxes, each on four corners, slightly turned and with random velocities.
TEST(ConicHard, PerturbedTallStackIsSolved) {
  SolverUnderTest conic(cardan_solver_entry_conic());
  std::mt19937 random(2);
  std::uniform_real_distribution<double> kick(-0.05, 0.05);
  for (int k = 0; k < 3; ++k) {
    TestProblem problem = stack_of_boxes(6, true);
    for (int i = 0; i < problem.Y.cols(); ++i) {
      problem.b += problem.Y.col(i) * kick(random);
    }
    problem.tolerance = 1e-9;
    problem.finish();
    const Solved solved = conic.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_SOLVED) << k;
    EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-9);
  }
}

}  // namespace
}  // namespace cardan::test
