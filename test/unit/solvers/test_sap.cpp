#include <gtest/gtest.h>

#include <cmath>

#include "test/unit/solvers/convex_problems.h"

extern "C" const cardan_entry* cardan_solver_entry_interior_point(void);
extern "C" const cardan_entry* cardan_solver_entry_sap(void);

/// sap against closed forms, interior_point and the optimality conditions.
namespace cardan::test {
namespace {

/// Problems of all kinds with S_ii = compliance A_ii; half of them with masses 1 to 10⁴, a quarter
/// with every row twice.
TestProblem sample(std::mt19937& random, int k, double compliance) {
  TestProblem problem = convex_problem(
      random, {1 + k % 6, 6 + k % 20, 2, 6, k % 3, compliance, k % 2 == 0 ? 1.0 : 1e4, k % 4 == 0});
  problem.tolerance = 1e-8;
  problem.finish();
  return problem;
}

TEST(Sap, UniqueImpulsesAgreeWithInteriorPoint) {
  SolverUnderTest sap(cardan_solver_entry_sap());
  SolverUnderTest oracle(cardan_solver_entry_interior_point());
  std::mt19937 random(1);
  for (const double compliance : {1e-1, 1e-2, 1e-3, 1e-4}) {
    for (int k = 0; k < 60; ++k) {
      const TestProblem problem = sample(random, k, compliance);
      const Solved a = sap.solve(problem), b = oracle.solve(problem);
      ASSERT_EQ(a.status, CARDAN_SOLVED) << compliance << ", " << k << ": " << a.report.residual;
      ASSERT_EQ(b.status, CARDAN_SOLVED) << compliance << ", " << k;
      ASSERT_LE(natural_map(problem, a.lambda), 1.01e-8) << compliance << ", " << k;
      EXPECT_LE((problem.A() * (a.lambda - b.lambda)).cwiseAbs().maxCoeff(), 1e-7) << k;
      EXPECT_LE((problem.S * (a.lambda - b.lambda)).cwiseAbs().maxCoeff(), 1e-7) << k;
    }
  }
}

TEST(Sap, SmallComplianceIsReachedByProximalIterations) {
  SolverUnderTest sap(cardan_solver_entry_sap());
  std::mt19937 random(2);
  for (const double compliance : {1e-5, 1e-6}) {
    int solved = 0;
    for (int k = 0; k < 40; ++k) {
      const TestProblem problem = sample(random, k, compliance);
      const Solved result = sap.solve(problem);
      solved += result.status == CARDAN_SOLVED;
      EXPECT_LE(natural_map(problem, result.lambda), 1e-6) << compliance << ", " << k;
    }
    EXPECT_GE(solved, 38) << compliance;
  }
}

/// One particle of 1 kg on a plane, free velocity b (normal first).
TestProblem particle(const Eigen::Vector3d& b, double mu, const Eigen::Vector3d& R) {
  TestProblem problem;
  problem.Y = MatrixXd::Identity(3, 3);
  problem.S = R.asDiagonal();
  problem.b = b;
  problem.add_block(CARDAN_CONE_CONVEX, 3, mu);
  problem.tolerance = 1e-13;
  problem.properties |= CARDAN_COMPLIANT;
  problem.finish();
  return problem;
}

TEST(Sap, SingleParticleFollowsTheClosedFormOfItsRegion) {
  SolverUnderTest sap(cardan_solver_entry_sap());
  const double mu = 0.5, R_n = 0.1, R_t = 0.3;
  const Eigen::Vector3d R(R_n, R_t, R_t);
  // Sticks: λ = −b/(1 + R).
  const Eigen::Vector3d slow(-1, 0.2, 0.3);
  const Eigen::Vector3d stick = -slow.cwiseQuotient(Eigen::Vector3d::Ones() + R);
  EXPECT_LE((sap.solve(particle(slow, mu, R)).lambda - stick).norm(), 1e-12);
  // Slides: minimum of the energy along (1, −μ b_t/|b_t|).
  const Eigen::Vector3d fast(-1, 3, 4), ray(1, -0.6 * mu, -0.8 * mu);
  const double s = -ray.dot(fast) / ray.dot((Eigen::Vector3d::Ones() + R).cwiseProduct(ray));
  EXPECT_LE((sap.solve(particle(fast, mu, R)).lambda - s * ray).norm(), 1e-12);
  // Leaves: b ∈ K*.
  EXPECT_EQ(sap.solve(particle({3, 3, 4}, mu, R)).lambda.norm(), 0);
}

TEST(Sap, TangentsOfDifferentComplianceAreSolvedExactly) {
  SolverUnderTest sap(cardan_solver_entry_sap());
  SolverUnderTest oracle(cardan_solver_entry_interior_point());
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 100; ++k) {
    const Eigen::Vector3d R(std::exp(2 * normal(random)), std::exp(2 * normal(random)),
                            std::exp(2 * normal(random)));
    const TestProblem problem =
        particle({normal(random), 3 * normal(random), 3 * normal(random)}, 0.7, R);
    const Solved a = sap.solve(problem), b = oracle.solve(problem);
    ASSERT_EQ(a.status, CARDAN_SOLVED) << k;
    EXPECT_LE((a.lambda - b.lambda).norm(), 1e-11) << k;
  }
}

TEST(Sap, ProblemWithManyMoreRowsThanVelocitiesIsSolved) {
  SolverUnderTest sap(cardan_solver_entry_sap());
  std::mt19937 random(4);
  TestProblem problem = convex_problem(random, {300, 6, 3, 3, 0, 1e-3, 1, false});
  problem.tolerance = 1e-8;
  problem.finish();
  const Solved solved = sap.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_SOLVED) << solved.report.residual;
  EXPECT_LE(solved.report.iterations, 60);
  EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-8);
}

TEST(Sap, SparseChainAgreesWithTheDenseOne) {
  // Bodies in a row that touch their neighbours: 3 columns each, contacts couple two of them.
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  SolverUnderTest sap(cardan_solver_entry_sap());
  SolverUnderTest oracle(cardan_solver_entry_interior_point());
  TestProblem problem;
  const int bodies = 12;
  problem.Y = MatrixXd::Zero(3 * bodies, 3 * bodies);
  for (int i = 0; i < bodies; ++i) {
    problem.Y.block<3, 3>(3 * i, 3 * i).setRandom();
    // In random order, which tests the fill of the elimination.
    const int other = (7 * i + 3) % bodies;
    if (other != i) problem.Y.block<3, 3>(3 * i, 3 * other) = Eigen::Matrix3d::Random();
    problem.add_block(CARDAN_CONE_CONVEX, 3, 0.6);
  }
  problem.b = problem.Y * VectorXd::NullaryExpr(3 * bodies, [&] { return normal(random); });
  problem.S = 1e-3 * MatrixXd::Identity(3 * bodies, 3 * bodies);
  problem.properties |= CARDAN_COMPLIANT;
  problem.tolerance = 1e-11;
  problem.finish();
  const Solved a = sap.solve(problem), b = oracle.solve(problem);
  EXPECT_EQ(a.status, CARDAN_SOLVED);
  EXPECT_LE(a.report.iterations, 30);
  EXPECT_LE((a.lambda - b.lambda).norm(), 1e-7);
}

TEST(Sap, CoupledComplianceIsRejected) {
  SolverUnderTest sap(cardan_solver_entry_sap());
  TestProblem problem = particle({-1, 2, 0}, 0.5, {0.1, 0.1, 0.1});
  problem.S(0, 1) = problem.S(1, 0) = 0.01;
  problem.finish();
  EXPECT_EQ(sap.solve(problem).status, CARDAN_UNSUPPORTED);
}

TEST(Sap, ManyColumnsAreLeftToTheFallback) {
  SolverUnderTest sap(cardan_solver_entry_sap());
  TestProblem problem;
  problem.Y = MatrixXd::Identity(2, 3001);
  problem.S = MatrixXd::Identity(2, 2);
  problem.b = VectorXd::Constant(2, -1);
  problem.properties |= CARDAN_COMPLIANT;
  problem.add_block(CARDAN_NONNEGATIVE, 2);
  problem.finish();
  EXPECT_EQ(sap.solve(problem).status, CARDAN_UNSUPPORTED);
  problem.Y = MatrixXd::Identity(2, 30);
  problem.finish();
  EXPECT_EQ(sap.solve(problem).status, CARDAN_SOLVED);
}

}  // namespace
}  // namespace cardan::test
