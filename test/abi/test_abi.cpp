#include <cmath>
#include <cstring>
#include <random>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "cardan/solver.h"
#include "test/unit/host/dense_problem.h"

extern "C" int abi_layout_holds_in_c(void);
extern "C" int abi_layout_holds_in_cxx(void);
extern "C" const cardan_entry* cardan_solver_entry_sdk_test(void);

namespace cardan::test {
namespace {

TEST(Abi, StructLayoutsAgreeInCAndCpp) {
  EXPECT_EQ(abi_layout_holds_in_c(), 1);
  EXPECT_EQ(abi_layout_holds_in_cxx(), 1);
}

TEST(Sdk, EntryOffersEverySolverOfTheLibrary) {
  const cardan_entry& entry = *cardan_solver_entry_sdk_test();
  EXPECT_EQ(entry.magic, CARDAN_ABI_MAGIC);
  EXPECT_EQ(entry.struct_size, sizeof(cardan_entry));
  ASSERT_EQ(entry.num_solvers, 2);
  EXPECT_STREQ(entry.solvers[0]->id, "zero");
  EXPECT_STREQ(entry.solvers[1]->id, "one");
  EXPECT_EQ(entry.solvers[0]->num_params, 2);
  EXPECT_EQ(entry.solvers[0]->struct_size, sizeof(cardan_solver_desc));
}

TEST(Sdk, ParametersHaveDefaultsRangesAndReachSolve) {
  const cardan_solver_desc& desc = *cardan_solver_entry_sdk_test()->solvers[0];
  cardan_solver* solver = desc.create(nullptr);
  ASSERT_NE(solver, nullptr);
  DenseProblem problem;
  problem.Y = problem.S = Eigen::MatrixXd::Identity(2, 2);
  problem.b = Eigen::Vector2d(1, 1);
  problem.add(CARDAN_FREE, 2);
  const cardan_problem view = problem.view();
  double lambda[2] = {5, 5};
  cardan_report report{};
  report.struct_size = sizeof report;
  EXPECT_EQ(desc.solve(solver, &view, lambda, nullptr, &report), CARDAN_APPROXIMATE);
  EXPECT_EQ(report.status, CARDAN_APPROXIMATE);
  EXPECT_EQ(report.residual, 0.5);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_EQ(desc.set_param(solver, 0, 0.25), 0);
  EXPECT_NE(desc.set_param(solver, 0, 2), 0);
  EXPECT_NE(desc.set_param(solver, 0, std::nan("")), 0);
  EXPECT_NE(desc.set_param(solver, 2, 0), 0);
  EXPECT_NE(desc.set_param(solver, -1, 0), 0);
  desc.solve(solver, &view, lambda, nullptr, &report);
  EXPECT_EQ(report.residual, 0.25);
  desc.destroy(solver);
}

TEST(Sdk, ProblemOfAnOlderHostIsUnsupported) {
  const cardan_solver_desc& desc = *cardan_solver_entry_sdk_test()->solvers[0];
  cardan_solver* solver = desc.create(nullptr);
  cardan_problem view{};
  view.struct_size = 100;
  double lambda = 0;
  EXPECT_EQ(desc.solve(solver, &view, &lambda, nullptr, nullptr), CARDAN_UNSUPPORTED);
  EXPECT_NE(std::strlen(desc.last_error(solver)), 0u);
  desc.destroy(solver);
}

TEST(Sdk, ProductsAgreeWithDenseAlgebra) {
  std::mt19937 random(2);
  DenseProblem problem;
  problem.Y = random_matrix(7, 5, random);
  problem.S = random_matrix(7, 7, random);
  for (int i = 0; i < 7; ++i) {
    problem.Y(i, i % 5) = 0;
    problem.S(i, (i + 3) % 7) = 0;
  }
  problem.b = random_matrix(7, 1, random);
  problem.add(CARDAN_FREE, 7);
  const cardan_problem raw = problem.view();
  const sdk::ProblemView view(raw);
  const Eigen::VectorXd lambda = random_matrix(7, 1, random);
  Eigen::VectorXd z(5), u(7);
  sdk::compute_velocity(view, lambda.data(), z.data(), u.data());
  EXPECT_LT((z - problem.Y.transpose() * lambda).norm(), 1e-14);
  EXPECT_LT((u - problem.A() * lambda - problem.b).norm(), 1e-14);
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j) {
      EXPECT_NEAR(sdk::A_entry(view, i, j), problem.A()(i, j), 1e-15);
    }
  }
  Eigen::Matrix3d W;
  sdk::compute_local_block(view, 2, 3, W.data(), 3);
  EXPECT_LT((W - problem.A().block(2, 2, 3, 3)).norm(), 1e-15);
}

// A projection is the nearest point of the set: no random point of the set is nearer.
TEST(Sdk, ProjectionsAreTheNearestPoints) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const double mu = trial % 5 == 0 ? 0.0 : 0.1 * (trial % 13);
    Eigen::Vector3d a(normal(random), normal(random), normal(random)), p = a;
    sdk::project_cone(mu, 3, p.data());
    EXPECT_LE(p.tail(2).norm(), mu * p[0] + 1e-15);
    for (int k = 0; k < 200; ++k) {
      Eigen::Vector3d c(std::abs(normal(random)) * 2, normal(random), normal(random));
      const double limit = mu * c[0];
      if (c.tail(2).norm() > limit) c.tail(2) *= limit / c.tail(2).norm();
      EXPECT_GE((a - c).norm(), (a - p).norm() - 1e-12);
    }
  }
}

TEST(Sdk, NaturalMapVanishesOnlyAtSolutionsAndDetectsNan) {
  DenseProblem problem;
  problem.Y = Eigen::MatrixXd::Identity(4, 4);
  problem.S = Eigen::MatrixXd::Zero(4, 4);
  problem.b = Eigen::Vector4d(-1, 2, 0, 0.25);
  problem.add(CARDAN_CONE, 3, 0.5);
  problem.add(CARDAN_NONNEGATIVE, 1);
  const cardan_problem raw = problem.view();
  const sdk::ProblemView view(raw);
  Eigen::Vector4d lambda(1, -0.5, 0, 0), u = lambda + problem.b;
  EXPECT_EQ(sdk::natural_map(view, lambda.data(), u.data()).residual, 0);
  lambda[3] = 0.1;
  u = lambda + problem.b;
  EXPECT_NEAR(sdk::natural_map(view, lambda.data(), u.data()).residual, 0.1, 1e-15);
  EXPECT_EQ(sdk::natural_map(view, lambda.data(), u.data()).worst_block, 1);
  for (int i : {0, 2, 3}) {
    Eigen::Vector4d bad = lambda;
    bad[i] = std::nan("");
    EXPECT_TRUE(std::isinf(sdk::natural_map(view, bad.data(), u.data()).residual)) << i;
    EXPECT_TRUE(std::isinf(sdk::natural_map(view, lambda.data(), bad.data()).residual)) << i;
  }
}

}  // namespace
}  // namespace cardan::test
