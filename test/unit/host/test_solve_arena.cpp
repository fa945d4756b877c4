#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "cardan/contact_solver.h"
#include "test/bad_plugins/raw_solver.h"
#include "test/unit/host/dense_problem.h"

/// A plugin that writes to read-only memory: the problem of the caller is unchanged, the misconduct
/// is reported, and the answer is discarded.
namespace cardan::test {
namespace {

using Conduct = std::function<void(cardan_problem&, double* lambda, double* u, cardan_report*)>;

Conduct& conduct() {
  static Conduct present;
  return present;
}

int32_t tampering_solve(cardan_solver*, const cardan_problem* problem, double* lambda, double* u,
                        cardan_report* report) {
  for (int i = 0; i < problem->m; ++i) lambda[i] = 7;
  conduct()(const_cast<cardan_problem&>(*problem), lambda, u, report);
  return CARDAN_SOLVED;
}

double& writable(const double* values, int i) { return const_cast<double*>(values)[i]; }
int32_t& writable(const int32_t* values, int i) { return const_cast<int32_t*>(values)[i]; }

struct Tampering {
  const char* name;
  const char* fault;
  Conduct conduct;
};

constexpr const char* kOutside = "solve wrote outside lambda, u and report";

const std::vector<Tampering>& tamperings() {
  using P = cardan_problem;
  const auto wrote = [](const char* fault, std::function<void(P&)> change, const char* name) {
    return Tampering{name, fault, [change](P& p, double*, double*, cardan_report*) { change(p); }};
  };
  static const std::vector<Tampering> all{
      wrote(
          "solve wrote into its input: b", [](P& p) { writable(p.b, 2) = 0; }, "b"),
      wrote(
          "solve wrote into its input: b", [](P& p) { writable(p.b, 1) = -0.0; }, "SignOfZero"),
      wrote(
          "solve wrote into its input: weight", [](P& p) { writable(p.weight, 0) = 1e-300; },
          "weight"),
      wrote(
          "solve wrote into its input: step", [](P& p) { writable(p.step, 1) = 1e-300; }, "step"),
      wrote(
          "solve wrote into its input: blocks",
          [](P& p) { const_cast<cardan_block*>(p.blocks)->mu = 0; }, "blocks"),
      wrote(
          "solve wrote into its input: Y", [](P& p) { writable(p.Y.value, 0) = 0; }, "YValue"),
      wrote(
          "solve wrote into its input: Y", [](P& p) { writable(p.Y.index, 1) = 0; }, "YIndex"),
      wrote(
          "solve wrote into its input: Y", [](P& p) { writable(p.Y.start, 3) = 0; }, "YStart"),
      wrote(
          "solve wrote into its input: S", [](P& p) { writable(p.S.value, 2) = 0; }, "SValue"),
      wrote(
          "solve wrote into its input: S", [](P& p) { writable(p.S.index, 2) = 0; }, "SIndex"),
      wrote(
          "solve wrote into its input: S", [](P& p) { writable(p.S.start, 0) = 1; }, "SStart"),
      wrote(
          "solve wrote into its input: A", [](P& p) { writable(p.A, 4) = 0; }, "A"),
      wrote(
          "solve wrote into its input: column_parent",
          [](P& p) { writable(p.column_parent, 0) = 9; }, "ColumnParent"),
      wrote(
          "solve wrote into its input: the problem's own fields", [](P& p) { p.tolerance = 1e300; },
          "tolerance"),
      wrote(
          "solve wrote into its input: the problem's own fields", [](P& p) { p.b = nullptr; },
          "pointer"),
      {"BehindLambda", kOutside,
       [](P& p, double* lambda, double*, cardan_report*) { lambda[p.m] = 1; }},
      {"BeforeLambda", kOutside,
       [](P&, double* lambda, double*, cardan_report*) { lambda[-1] = 1; }},
      {"BehindU", kOutside, [](P& p, double*, double* u, cardan_report*) { u[p.m] = 1; }},
      {"BehindTheReport", kOutside,
       [](P&, double*, double*, cardan_report* report) { std::memset(report, 1, 100); }},
  };
  return all;
}

class Tamper : public ::testing::TestWithParam<Tampering> {};

TEST_P(Tamper, TamperingIsReportedAndChangesNothing) {
  conduct() = GetParam().conduct;
  cardan_solver_desc desc = raw::solver("tampers");
  desc.solve = &tampering_solve;
  ContactSolver solver(desc);

  DenseProblem problem;
  problem.Y = Eigen::Matrix3d::Identity();
  problem.S = Eigen::Matrix3d::Identity();
  problem.b = Eigen::Vector3d(-1, 0, 3);
  problem.add(CARDAN_CONE, 3, 0.5);
  cardan_problem view = problem.view();
  const int32_t parents[3] = {-1, 0, 1};
  const Eigen::Matrix3d A = problem.A();
  view.A = A.data();
  view.lda = 3;
  view.column_parent = parents;
  DenseProblem untouched = problem;
  const cardan_problem before = view;

  double lambda[3] = {1, 2, 3}, u[3] = {4, 5, 6};
  const SolveReport report = solver.solve(view, lambda, u);
  EXPECT_EQ(report.status, CARDAN_NUMERIC);
  EXPECT_TRUE(report.discarded);
  ASSERT_NE(report.fault, nullptr);
  EXPECT_STREQ(report.fault, GetParam().fault);
  EXPECT_EQ(lambda[0] + lambda[1] + lambda[2] + u[0] + u[1] + u[2], 1 + 2 + 3 + 4 + 5 + 6);

  // Everything is unchanged except A, which the host forms for each call.
  EXPECT_EQ(std::memcmp(&view, &before, sizeof view), 0);
  const cardan_problem same = untouched.view();
  EXPECT_EQ(std::memcmp(view.b, same.b, 3 * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(view.weight, same.weight, 3 * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(view.step, same.step, 3 * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(view.blocks, same.blocks, sizeof(cardan_block)), 0);
  EXPECT_EQ(std::memcmp(view.Y.value, same.Y.value, 3 * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(view.S.value, same.S.value, 3 * sizeof(double)), 0);
  EXPECT_EQ(std::memcmp(view.Y.start, same.Y.start, 4 * sizeof(int32_t)), 0);
  EXPECT_EQ(parents[0], -1);
}

INSTANTIATE_TEST_SUITE_P(Everything, Tamper, ::testing::ValuesIn(tamperings()),
                         [](const auto& tested) { return std::string(tested.param.name); });

DenseProblem point() {
  DenseProblem problem;
  problem.Y = Eigen::MatrixXd::Identity(3, 3);
  problem.S = Eigen::MatrixXd::Zero(3, 3);
  problem.b = Eigen::Vector3d(-1, 0, 0);
  problem.add(CARDAN_CONE, 3, 0.5);
  return problem;
}

TEST(SolveArena, ValidAnswerIsReturned) {
  conduct() = [](cardan_problem& p, double* lambda, double* u, cardan_report* report) {
    lambda[0] = p.b[0];
    u[2] = 8;
    report->iterations = 3;
  };
  cardan_solver_desc desc = raw::solver("honest");
  desc.solve = &tampering_solve;
  ContactSolver solver(desc);
  DenseProblem problem = point();
  double lambda[3] = {}, u[3] = {};
  const SolveReport report = solver.solve(problem.view(), lambda, u);
  EXPECT_EQ(report.status, CARDAN_SOLVED);
  EXPECT_EQ(report.fault, nullptr);
  EXPECT_FALSE(report.discarded);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_EQ(lambda[0], -1);
  EXPECT_EQ(lambda[2], 7);
  EXPECT_EQ(u[2], 8);
}

TEST(SolveArena, ImpossibleCountsAreRejected) {
  for (const int count : {-1, 2000000000}) {
    conduct() = [count](cardan_problem&, double*, double*, cardan_report* report) {
      report->iterations = count;
      report->worst_block = count;
    };
    cardan_solver_desc desc = raw::solver("counts");
    desc.solve = &tampering_solve;
    ContactSolver solver(desc);
    DenseProblem problem = point();
    double lambda[3] = {};
    const SolveReport report = solver.solve(problem.view(), lambda, {});
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(report.worst_block, -1);
    ASSERT_NE(report.fault, nullptr);
    EXPECT_NE(std::string(report.fault).find("iterations"), std::string::npos);
  }
}

TEST(SolveArena, ReserveCannotChangeTheSize) {
  cardan_solver_desc desc = raw::solver("grows");
  desc.reserve = [](cardan_solver*, const cardan_size* size) -> int32_t {
    const_cast<cardan_size*>(size)->m = 1;
    return 0;
  };
  ContactSolver solver(desc);
  DenseProblem problem = point();
  EXPECT_ANY_THROW(solver.reserve(size_of(problem.view())));
}

using SolveArenaDeathTest = ::testing::Test;

TEST(SolveArenaDeathTest, SealedInputCannotBeWritten) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  conduct() = [](cardan_problem& p, double*, double*, cardan_report*) { writable(p.b, 0) = -1; };
  cardan_solver_desc desc = raw::solver("tampers");
  desc.solve = &tampering_solve;
  ContactSolver solver(desc);
  solver.watch_conduct();
  DenseProblem problem = point();
  double lambda[3] = {};
  // Even if it writes the values that are already there.
  EXPECT_DEATH(solver.solve(problem.view(), lambda, {}), "");
}

}  // namespace
}  // namespace cardan::test
