#include <Eigen/Dense>
#include <cmath>

#include "test/support/dense_algebra.h"
#include "test/unit/constraint/problem_samples.h"

/// Tests of the proofs that a problem has no solution.
namespace cardan {
namespace {

using test::Random;
using test::uniform;

/// Two contacts (rows n, t1, t2) or single rows, with A = Y Yᵀ + S.
Problem problem_of(const MatrixX& Y, const MatrixX& S, const VectorX& b, int kind, int dim) {
  Problem problem;
  test::push_dense(Y, problem.Y);
  test::push_dense(S, problem.S);
  problem.b.assign(b.data(), b.data() + b.size());
  const VectorX diagonal = (test::algebra::gram(Y) + S).diagonal();
  for (int row = 0; row < b.size(); row += dim) {
    test::push_block(problem, kind, dim).mu = 0.5;
    for (int i = 0; i < dim; ++i) {
      problem.weight.push_back(diagonal.segment(row, dim).mean());
      problem.prox_step.push_back(1 / problem.weight.back());
    }
  }
  problem.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE;
  return problem;
}

Problem problem_of(const MatrixX& Y, const VectorX& b, int kind, int dim) {
  return problem_of(Y, MatrixX::Zero(b.size(), b.size()), b, kind, dim);
}

bool holds(const Problem& problem, const VectorX& lambda) {
  return certificate_holds(problem.view(), lambda.data());
}

/// A body between two surfaces that face each other: rows n, t1, t2 of each.
MatrixX facing() {
  MatrixX Y(6, 3);
  Y << MatrixX::Identity(3, 3), -MatrixX::Identity(3, 3);
  return Y;
}

TEST(Certificate, FrictionStressIsNoCertificateIfZeroImpulseIsExact) {
  VectorX b = VectorX::Zero(6), stress(6);
  b[1] = -1;  // slides, and nothing closes in
  stress << 1, 0.4, 0, 1, 0.4, 0;
  const Problem problem = problem_of(facing(), b, CARDAN_CONE, 3);
  EXPECT_EQ(test::residual_of(problem, VectorX::Zero(6)), 0);
  EXPECT_LT(b.dot(stress), 0);
  EXPECT_LT((test::dense_A(problem) * stress).norm(), 1e-15);
  EXPECT_FALSE(holds(problem, stress));
}

TEST(Certificate, CertificateOfNormalsHoldsForCones) {
  VectorX b = VectorX::Zero(6), stress(6);
  b[0] = -0.3;
  b[1] = 2;
  stress << 1, 0, 0, 1, 0, 0;
  EXPECT_TRUE(holds(problem_of(facing(), b, CARDAN_CONE, 3), stress));
  // A relaxed cone has λᵀu ≥ 0 with its tangents.
  stress << 1, 0.4, 0, 1, 0.4, 0;
  b << -1, 0, 0, 0, 0, 0;
  EXPECT_TRUE(holds(problem_of(facing(), b, CARDAN_CONE_CONVEX, 3), stress));
  stress << 1, 0.6, 0, 1, 0.6, 0;
  EXPECT_FALSE(holds(problem_of(facing(), b, CARDAN_CONE_CONVEX, 3), stress));
}

TEST(Certificate, FrictionBoundedByANormalIsNoCertificate) {
  Problem problem = problem_of(facing(), VectorX::Zero(6), CARDAN_NONNEGATIVE, 1);
  for (const int normal : {0, 3}) {
    for (int i = 1; i < 3; ++i) {
      problem.blocks[normal + i].kind = CARDAN_BOX_MU;
      problem.blocks[normal + i].parent = normal;
    }
  }
  problem.b[1] = -1;
  VectorX stress(6);
  stress << 1, 0.4, 0, 1, 0.4, 0;
  EXPECT_EQ(test::residual_of(problem, VectorX::Zero(6)), 0);
  EXPECT_FALSE(holds(problem, stress));
  stress << 1, 0, 0, 1, 0, 0;
  problem.b[0] = -1;
  EXPECT_TRUE(holds(problem, stress));
}

TEST(Certificate, AnyComplianceInvalidatesTheCertificate) {
  // A + S is positive definite: λ = 0.25 / S (1, 1) stops both walls.
  MatrixX Y(2, 1);
  Y << 1, -1;
  const VectorX b = VectorX::Constant(2, -0.25), stress = VectorX::Ones(2);
  EXPECT_TRUE(holds(problem_of(Y, b, CARDAN_NONNEGATIVE, 1), stress));
  for (const double compliance : {1e-6, 1e-9, 1e-12, 1e-15, 1e-30}) {
    const MatrixX S = compliance * MatrixX::Identity(2, 2);
    EXPECT_FALSE(holds(problem_of(Y, S, b, CARDAN_NONNEGATIVE, 1), stress)) << compliance;
  }
  // One compliant row of a stress is enough.
  MatrixX S = MatrixX::Zero(2, 2);
  S(1, 1) = 1e-12;
  EXPECT_FALSE(holds(problem_of(Y, S, b, CARDAN_NONNEGATIVE, 1), stress));
}

TEST(Certificate, LargeMassRatioIsNoCertificate) {
  // A light body on a floor, and a heavy body that falls on it.
  for (const double ratio : {1e6, 1e9, 1e12, 1e16, 1e24}) {
    MatrixX Y(2, 2);
    Y << 1, 0, -1, 1 / std::sqrt(ratio);
    const VectorX b = (VectorX(2) << 0, -1).finished(), stress = VectorX::Ones(2);
    EXPECT_FALSE(holds(problem_of(Y, b, CARDAN_NONNEGATIVE, 1), stress)) << ratio;
    if (ratio > 1e14) continue;  // 1 + 1/ratio is 1
    const MatrixX A = test::algebra::gram(Y);
    EXPECT_FALSE(holds(problem_of(MatrixX(2, 0), A, b, CARDAN_NONNEGATIVE, 1), stress)) << ratio;
  }
}

TEST(Certificate, CertificateHoldsForAMatrixWithoutFactors) {
  MatrixX A(2, 2);
  A << 0.7, -0.7, -0.7, 0.7;
  const VectorX b = VectorX::Constant(2, -0.25);
  EXPECT_TRUE(holds(problem_of(MatrixX(2, 0), A, b, CARDAN_NONNEGATIVE, 1), VectorX::Ones(2)));
}

TEST(Certificate, CertificateIsRejectedIfZeroImpulseMeetsTheTolerance) {
  const VectorX b = VectorX::Constant(2, -1e-9), stress = VectorX::Ones(2);
  MatrixX Y(2, 1);
  Y << 1, -1;
  Problem problem = problem_of(Y, b, CARDAN_NONNEGATIVE, 1);
  problem.tolerance = 1e-8;
  EXPECT_LE(test::residual_of(problem, VectorX::Zero(2)), problem.tolerance);
  EXPECT_FALSE(holds(problem, stress));
  problem.tolerance = 1e-11;
  EXPECT_TRUE(holds(problem, stress));
}

TEST(Certificate, CertifiedProblemHasNoAcceptedSolution) {
  // Random self-stresses with random closing speeds: impulses of any size along them, and impulses
  // slightly off them.
  Random random(1);
  int held = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + static_cast<int>(random() % 5);
    MatrixX Y(n, n - 1);
    for (int i = 0; i + 1 < n; ++i) Y.row(i) = test::uniform_vector(random, n - 1).transpose();
    VectorX stress = test::uniform_vector(random, n, 0.2, 1);
    stress[n - 1] = 1;
    Y.row(n - 1) = -stress.head(n - 1).transpose() * Y.topRows(n - 1);
    const VectorX b =
        VectorX::Constant(n, -std::pow(10, uniform(random, -9, 0))) + Y * VectorX::Ones(n - 1);
    const Problem problem = problem_of(Y, b, CARDAN_NONNEGATIVE, 1);
    if (!holds(problem, stress)) continue;
    ++held;
    for (double size = 1e-3; size < 1e20; size *= 10) {
      const VectorX beside = test::uniform_vector(random, n, 0, 1);
      EXPECT_GT(test::residual_of(problem, size * stress), problem.tolerance);
      EXPECT_GT(test::residual_of(problem, size * stress + beside), problem.tolerance);
    }
  }
  EXPECT_GT(held, 100);
}

}  // namespace
}  // namespace cardan
