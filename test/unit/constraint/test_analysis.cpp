#include <Eigen/Dense>
#include <random>

#include "cardan/problem.h"
#include "test/unit/host/dense_problem.h"

/// The algebra of `cardan explain` against closed forms.
namespace cardan::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Contacts (three rows, kind CONE) or single rows from dense Y and b.
Problem problem_of(const MatrixXd& Y, const VectorXd& b, int kind, int dim, double mu = 0) {
  Problem problem;
  problem.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE;
  problem.Y.clear(static_cast<int>(Y.cols()));
  problem.S.clear(static_cast<int>(Y.rows()));
  for (int i = 0; i < Y.rows(); ++i) {
    for (int j = 0; j < Y.cols(); ++j) {
      if (Y(i, j) != 0) problem.Y.push(j, Y(i, j));
    }
    problem.Y.end_row();
    problem.S.end_row();
    problem.prox_step.push_back(1 / Y.row(i).squaredNorm());
    problem.weight.push_back(Y.row(i).squaredNorm());
  }
  problem.b.assign(b.data(), b.data() + b.size());
  for (int row = 0; row < Y.rows(); row += dim) {
    cardan_block block{};
    block.kind = kind;
    block.row = row;
    block.dim = dim;
    block.parent = -1;
    block.group = problem.num_groups++;
    block.mu = mu;
    problem.blocks.push_back(block);
  }
  return problem;
}

TEST(Analysis, DiagonalMatrixHasKnownRankConditionAndScale) {
  // A = diag(1, 1e6, 4): without units it is the identity.
  const MatrixXd Y = Eigen::Vector3d(1, 1e3, 2).asDiagonal();
  const ProblemAnalysis analysis = analyse(problem_of(Y, VectorXd::Ones(3), CARDAN_NONNEGATIVE, 1));
  EXPECT_TRUE(analysis.complete);
  EXPECT_EQ(analysis.rank, 3);
  EXPECT_NEAR(analysis.condition, 1, 1e-14);
  EXPECT_NEAR(analysis.diagonal_ratio, 1e6, 1e-6);
  EXPECT_TRUE(analysis.redundant.empty());
  EXPECT_FALSE(analysis.jam.has_value());
  for (const RowPivot& pivot : analysis.smallest_pivots) EXPECT_NEAR(pivot.value, 1, 1e-14);
}

TEST(Analysis, ConditionOfAnUnsymmetricMatrixIsTheRatioOfSingularValues) {
  // A = I + S = [1 3; 0 1]: σ = (√13 ± 3) / 2.
  Problem problem = problem_of(MatrixXd::Identity(2, 2), VectorXd::Ones(2), CARDAN_NONNEGATIVE, 1);
  problem.properties = 0;
  problem.S.clear(2);
  problem.S.push(1, 3.0);
  problem.S.end_row();
  problem.S.end_row();
  const ProblemAnalysis analysis = analyse(problem);
  EXPECT_EQ(analysis.rank, 2);
  EXPECT_NEAR(analysis.largest, (std::sqrt(13.0) + 3) / 2, 1e-14);
  EXPECT_NEAR(analysis.smallest, (std::sqrt(13.0) - 3) / 2, 1e-14);
}

TEST(Analysis, ConditionOfTwoUnequalMassesFollowsTheirCosine) {
  // Ã = [1 −c; −c 1] with c² = m_above / (m_above + m_below).
  const double below = 1, above = 99;
  MatrixXd Y(2, 2);
  Y << 1 / std::sqrt(below), 0, -1 / std::sqrt(below), 1 / std::sqrt(above);
  const ProblemAnalysis analysis = analyse(problem_of(Y, VectorXd::Ones(2), CARDAN_NONNEGATIVE, 1));
  const double c = std::sqrt(above / (above + below));
  EXPECT_NEAR(analysis.condition, (1 + c) / (1 - c), 1e-9);
  ASSERT_EQ(analysis.smallest_pivots.size(), 2u);
  EXPECT_NEAR(analysis.smallest_pivots[0].value, 1 - c * c, 1e-12);
}

TEST(Analysis, RedundantRowsNameTheRowsTheyDependOn) {
  MatrixXd Y(4, 3);
  Y << 1, 0, 0, 0, 2, 0, 0, 0, 1, 1, 2, 0;
  Problem problem = problem_of(Y, VectorXd::Ones(4), CARDAN_NONNEGATIVE, 1);
  const ProblemAnalysis analysis = analyse(problem);
  EXPECT_EQ(analysis.rank, 3);
  ASSERT_EQ(analysis.redundant.size(), 1u);
  const RedundantRow& redundant = analysis.redundant.front();
  ASSERT_EQ(redundant.others.size(), 2u);
  // The rows of Y carry the same relation.
  VectorXd sum = VectorXd::Zero(3);
  for (const auto& [row, coefficient] : redundant.others)
    sum += coefficient * Y.row(row).transpose();
  EXPECT_LT((sum - Y.row(redundant.row).transpose()).norm(), 1e-12);
  EXPECT_FALSE(analysis.jam.has_value());
}

TEST(Analysis, SelfStressOfTwoWallsProvesAJam) {
  MatrixXd Y(2, 1);
  Y << 1, -1;
  Eigen::Vector2d b(-1, -1);
  const std::optional<JamStress> jam = find_jam_stress(problem_of(Y, b, CARDAN_NONNEGATIVE, 1));
  ASSERT_TRUE(jam.has_value());
  EXPECT_TRUE(jam->proven);
  EXPECT_NEAR(jam->lambda[0], 1, 1e-9);
  EXPECT_NEAR(jam->lambda[1], 1, 1e-9);
  EXPECT_NEAR(jam->work, -2, 1e-9);
  // If one wall recedes as fast as the other approaches, there is no jam.
  b = Eigen::Vector2d(-1, 1);
  EXPECT_FALSE(find_jam_stress(problem_of(Y, b, CARDAN_NONNEGATIVE, 1)).has_value());
}

TEST(Analysis, WedgeJamsOnlyIfTheFrictionConesContainTheConnectingLine) {
  // Two surfaces that face each other at an angle of 2·0.3 rad and close in on a body between
  // them: a stress along the line between the contacts needs tan 0.3 ≤ μ.
  const double angle = 0.3;
  MatrixXd Y(6, 3);
  const Eigen::Vector3d n1(std::cos(angle), 0, std::sin(angle)),
      n2(-std::cos(angle), 0, std::sin(angle)), t1(-std::sin(angle), 0, std::cos(angle)),
      t2(std::sin(angle), 0, std::cos(angle)), y(0, 1, 0);
  Y << n1.transpose(), t1.transpose(), y.transpose(), n2.transpose(), t2.transpose(), y.transpose();
  VectorXd b(6);
  b << -1, 0, 0, -1, 0, 0;
  EXPECT_FALSE(find_jam_stress(problem_of(Y, b, CARDAN_CONE, 3, 0.25)).has_value());
  const std::optional<JamStress> jam = find_jam_stress(problem_of(Y, b, CARDAN_CONE, 3, 0.5));
  ASSERT_TRUE(jam.has_value());
  const VectorXd stress = Y.transpose() * Eigen::Map<const VectorXd>(jam->lambda.data(), 6);
  EXPECT_LT(stress.norm(), 1e-6);
  EXPECT_NEAR(std::abs(jam->lambda[1] / jam->lambda[0]), std::tan(angle), 1e-5);
  EXPECT_TRUE(jam->frictional);
  EXPECT_FALSE(jam->proven) << "a sliding solution may exist";
}

TEST(Analysis, NormalSelfStressIsPreferredToOneWithFriction) {
  MatrixXd Y(6, 3);
  Y << MatrixXd::Identity(3, 3), -MatrixXd::Identity(3, 3);
  VectorXd b(6);
  b << -0.5, 0.3, 0, -0.25, 0.3, 0.1;
  const std::optional<JamStress> jam = find_jam_stress(problem_of(Y, b, CARDAN_CONE, 3, 0.5));
  ASSERT_TRUE(jam.has_value());
  EXPECT_TRUE(jam->proven);
  EXPECT_FALSE(jam->frictional);
  // If no surface approaches, there is only friction, and zero impulses are exact.
  b << 0, 0.3, 0, 0, 0.2, 0;
  const std::optional<JamStress> held = find_jam_stress(problem_of(Y, b, CARDAN_CONE, 3, 0.5));
  ASSERT_TRUE(held.has_value());
  EXPECT_TRUE(held->frictional);
  EXPECT_FALSE(held->proven);
}

TEST(Analysis, JamOfManyContactsIsProven) {
  // Four corners of a body below a plate, four on the floor.
  MatrixXd Y(8, 3);
  for (int k = 0; k < 8; ++k) {
    const double x = k % 2 == 0 ? 0.7 : -0.3, y = k % 4 < 2 ? 0.4 : -0.9, up = k < 4 ? 1 : -1;
    Y.row(k) << up, up * y, -up * x;
  }
  VectorXd b = VectorXd::Constant(8, -0.1);
  const std::optional<JamStress> jam = find_jam_stress(problem_of(Y, b, CARDAN_NONNEGATIVE, 1));
  ASSERT_TRUE(jam.has_value());
  EXPECT_TRUE(jam->proven);
}

TEST(Analysis, SolvableProblemIsNotReportedAsJam) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 30; ++trial) {
    // b = Y v with Y v' ≥ 0 for v' = 0: the body can always be stopped.
    const MatrixXd Y = random_matrix(9, 4, random);
    const VectorXd b = Y * random_matrix(4, 1, random);
    EXPECT_FALSE(find_jam_stress(problem_of(Y, b, CARDAN_NONNEGATIVE, 1)).has_value()) << trial;
    EXPECT_FALSE(find_jam_stress(problem_of(Y, b, CARDAN_CONE, 3, 0.6)).has_value()) << trial;
  }
}

}  // namespace
}  // namespace cardan::test
