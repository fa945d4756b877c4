#include <gtest/gtest.h>

#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_dantzig(void);
extern "C" const cardan_entry* cardan_solver_entry_interior_point(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);

/// Solvers that return certificates, on problems that are nearly infeasible.
namespace cardan::test {
namespace {

class Proofs : public ::testing::TestWithParam<const cardan_entry* (*)()> {};

/// Rows of single normals.
TestProblem normals(const MatrixXd& Y, const MatrixXd& S, const VectorXd& b) {
  TestProblem problem;
  problem.Y = Y;
  problem.S = S;
  problem.b = b;
  problem.tolerance = 1e-8;
  for (int i = 0; i < b.size(); ++i) problem.add_block(CARDAN_NONNEGATIVE, 1);
  problem.finish();
  return problem;
}

TEST_P(Proofs, OnlyRigidWallsAreProvenInfeasible) {
  SolverUnderTest solver(GetParam()());
  MatrixXd Y(2, 1);
  Y << 1, -1;
  const VectorXd b = VectorXd::Constant(2, -0.25);
  EXPECT_EQ(solver.solve(normals(Y, MatrixXd::Zero(2, 2), b)).status, CARDAN_INFEASIBLE);
  for (const double compliance : {1e-6, 1e-9, 1e-12, 1e-14, 1e-18}) {
    const MatrixXd S = compliance * MatrixXd::Identity(2, 2);
    EXPECT_NE(solver.solve(normals(Y, S, b)).status, CARDAN_INFEASIBLE) << compliance;
  }
}

TEST_P(Proofs, LargeMassRatioIsNotReportedInfeasible) {
  SolverUnderTest solver(GetParam()());
  for (const double ratio : {1e6, 1e9, 1e12, 1e15, 1e20}) {
    // A body on the floor, and a heavy one on it.
    MatrixXd Y(2, 2);
    Y << 1, 0, -1, 1 / std::sqrt(ratio);
    const VectorXd b = Eigen::Vector2d(0, -1);
    EXPECT_NE(solver.solve(normals(Y, MatrixXd::Zero(2, 2), b)).status, CARDAN_INFEASIBLE) << ratio;
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Proofs,
                         ::testing::Values(cardan_solver_entry_conic, cardan_solver_entry_dantzig,
                                           cardan_solver_entry_interior_point,
                                           cardan_solver_entry_lemke),
                         [](const auto& tested) {
                           return std::string(tested.param()->solvers[0]->id);
                         });

}  // namespace
}  // namespace cardan::test
