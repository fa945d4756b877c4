#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "test/unit/solvers/field_problems.h"
#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_fischer_newton(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);
extern "C" const cardan_entry* cardan_solver_entry_minmap_newton(void);

/// minmap_newton and fischer_newton against the definition of a solution, Lemke, conic and closed
/// forms.
namespace cardan::test {
namespace {

struct Named {
  const char* name;
  const cardan_entry* (*entry)();
};

class NewtonSolvers : public ::testing::TestWithParam<Named> {
 protected:
  SolverUnderTest solver_{GetParam().entry()};

  bool solves(const TestProblem& problem) {
    const Solved solved = solver_.solve(problem);
    const bool solution = natural_map(problem, solved.lambda) <= 1.01 * problem.tolerance;
    EXPECT_EQ(solved.status == CARDAN_SOLVED, solution);
    return solution;
  }
};

TEST_P(NewtonSolvers, RandomContactsAreSolvedInFourFormulations) {
  const auto share = [&](const char* formulation, int seed, auto make) {
    std::mt19937 random(seed);
    int solved = 0;
    for (int k = 0; k < 240; ++k) {
      solved += solves(make(random_contacts(random, 1 + k % 6, k % 2 ? 6 : 14), k));
    }
    std::printf("%s on %s: %d of 240\n", GetParam().name, formulation, solved);
    return solved;
  };
  EXPECT_GE(share("polyhedral", 2,
                  [](const RandomContacts& contacts, int k) {
                    return polyhedral_problem(contacts, k % 3 == 0 ? 4 : 8);
                  }),
            238);
  EXPECT_GE(share("phantom, 2 axes", 3,
                  [](const RandomContacts& contacts, int) { return phantom_problem(contacts, 2); }),
            236);
  EXPECT_GE(
      share("box", 4, [](const RandomContacts& contacts, int) { return box_problem(contacts); }),
      238);
}

// Four axes have singular bases everywhere: the hardest of the four.
TEST_P(NewtonSolvers, PhantomWithFourAxesIsSolved) {
  std::mt19937 random(5);
  int solved = 0;
  for (int k = 0; k < 60; ++k) {
    solved += solves(phantom_problem(random_contacts(random, 1 + k % 6, k % 2 ? 6 : 14), 4));
  }
  std::printf("%s on phantom, 4 axes: %d of 60\n", GetParam().name, solved);
  EXPECT_GE(solved, 55);
}

TEST_P(NewtonSolvers, ClassicLcpsAreSolved) {
  const auto folder = std::filesystem::path(CARDAN_SOURCE_DIR) / "../shared/problems/lcp";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the problems of the field are not at hand";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".dat") continue;
    const TestProblem problem = read_lcp(entry.path());
    const bool infeasible = entry.path().filename() == "lcp_Pang_isolated_sol_perturbed.dat";
    EXPECT_NE(solves(problem), infeasible) << entry.path().filename();
  }
}

// [Cottle, Pang & Stone 1992, Example 4.4.23]: Lemke's method with e ends on a ray. Two pure
// equilibria and a mixed one.
TEST_P(NewtonSolvers, BimatrixGameIsSolved) {
  const MatrixXd M =
      (MatrixXd(4, 4) << 0, 0, 10, 20, 0, 0, 30, 15, 10, 20, 0, 0, 30, 15, 0, 0).finished();
  const Solved solved = solver_.solve(lcp(M, VectorXd::Constant(4, -1)));
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  double distance = kInfinity;
  for (const Eigen::Vector2d& half : {Eigen::Vector2d(1.0 / 10, 0), Eigen::Vector2d(0, 1.0 / 15),
                                      Eigen::Vector2d(1.0 / 90, 2.0 / 45)}) {
    Eigen::Vector4d solution;
    solution << half, half;
    distance = std::min(distance, (solved.lambda - solution).norm());
  }
  EXPECT_LE(distance, 1e-9);
}

// w_1 = −z_2 − z_3 − 1e-4 < 0 for every z ≥ 0; and two rigid walls that close.
TEST_P(NewtonSolvers, UnsolvableProblemIsReported) {
  const MatrixXd M = (MatrixXd(3, 3) << 0, -1, -1, 1, 0, 0, -1, 0, 0).finished();
  const MatrixXd walls = (MatrixXd(2, 2) << 1, -1, -1, 1).finished();
  for (const TestProblem& problem :
       {lcp(M, Eigen::Vector3d(-1e-4, -1, 1)), lcp(walls, VectorXd::Constant(2, -1))}) {
    TestProblem own = problem;
    own.finish();
    const Solved solved = solver_.solve(own);
    EXPECT_EQ(solved.status, CARDAN_ITERATIONS);
    EXPECT_GT(solved.report.residual, own.tolerance);
    EXPECT_TRUE(solved.lambda.allFinite());
    EXPECT_NE(solver_.desc().last_error(solver_.raw()), std::string());
  }
}

TEST_P(NewtonSolvers, UniqueSolutionsAgreeWithLemke) {
  std::mt19937 random(31);
  std::normal_distribution<double> normal;
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (int k = 0; k < 200; ++k) {
    const int n = 1 + k % 12;
    const auto entry = [&] { return normal(random); };
    const MatrixXd R = MatrixXd::NullaryExpr(n, n, entry), K = MatrixXd::NullaryExpr(n, n, entry);
    // Positive definite plus skew: a P matrix.
    const MatrixXd M = R * R.transpose() + 0.05 * MatrixXd::Identity(n, n) + (K - K.transpose());
    const TestProblem problem = lcp(M, VectorXd::NullaryExpr(n, entry));
    const Solved solved = solver_.solve(problem);
    ASSERT_EQ(solved.status, CARDAN_SOLVED) << k;
    EXPECT_LE((solved.lambda - lemke.solve(problem).lambda).norm(), 1e-7) << k;
  }
}

// Every sort of bounds: u = 4 λ + b at hi, at lo, inside; one-sided, infinite and equal bounds.
TEST_P(NewtonSolvers, EveryKindOfBoundIsSolved) {
  struct Row {
    double lo, hi, b, expected;
  };
  for (const Row& row :
       {Row{-1, 2, -20, 2}, Row{-1, 2, 20, -1}, Row{-1, 2, -2, 0.5}, Row{-kInfinity, 2, -20, 2},
        Row{-kInfinity, 2, 20, -5}, Row{-1, kInfinity, -20, 5}, Row{-1, kInfinity, 20, -1},
        Row{1, 1, 20, 1}, Row{-kInfinity, kInfinity, 20, -5}, Row{3, 4, 0, 3}}) {
    TestProblem problem;
    problem.S = MatrixXd::Constant(1, 1, 4);
    problem.b = VectorXd::Constant(1, row.b);
    problem.add_block(CARDAN_BOX, 1, 0, -1, row.lo, row.hi);
    problem.finish();
    const Solved solved = solver_.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_SOLVED);
    EXPECT_NEAR(solved.lambda[0], row.expected, 1e-10) << row.lo << " " << row.hi << " " << row.b;
  }
}

// On one free body with little friction the coupled box has one solution: conic's.
TEST_P(NewtonSolvers, CoupledBoundsAgreeWithConic) {
  std::mt19937 random(32);
  SolverUnderTest conic(cardan_solver_entry_conic());
  for (int k = 0; k < 100; ++k) {
    RandomContacts contacts = random_contacts(random, 1 + k % 3, 14);
    for (double& mu : contacts.mu) mu *= 0.1;
    const TestProblem problem = box_problem(contacts);
    const Solved solved = solver_.solve(problem);
    ASSERT_EQ(solved.status, CARDAN_SOLVED) << k;
    EXPECT_LE((solved.lambda - conic.solve(problem).lambda).norm(), 1e-7) << k;
  }
}

// A stack of bodies of masses 1, 10, …, 10⁶: λ_i = g h Σ_{j ≥ i} m_j.
TEST_P(NewtonSolvers, LargeMassRatiosAreSolvedExactly) {
  const int n = 7;
  TestProblem problem;
  problem.Y = MatrixXd::Zero(n, n);
  VectorXd mass(n);
  for (int i = 0; i < n; ++i) mass[i] = std::pow(10, i);
  for (int i = 0; i < n; ++i) {
    problem.Y(i, i) = 1 / std::sqrt(mass[i]);
    if (i > 0) problem.Y(i, i - 1) = -1 / std::sqrt(mass[i - 1]);
    problem.add_block(CARDAN_NONNEGATIVE, 1);
  }
  problem.b = -1e-2 * VectorXd::Unit(n, 0);
  problem.tolerance = 1e-12;
  problem.finish();
  const Solved solved = solver_.solve(problem);
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  for (int i = 0; i < n; ++i) {
    const double exact = 1e-2 * mass.tail(n - i).sum();
    EXPECT_NEAR(solved.lambda[i], exact, 1e-8 * exact) << i;
  }
}

TEST_P(NewtonSolvers, DuplicatedContactsAndRedundantFreeRowsAreHarmless) {
  std::mt19937 random(33);
  for (int k = 0; k < 60; ++k) {
    RandomContacts contacts = random_contacts(random, 4, 6);
    contacts.Y.bottomRows(6) = contacts.Y.topRows(6);
    contacts.b.tail(6) = contacts.b.head(6).eval();
    contacts.mu[2] = contacts.mu[0];
    contacts.mu[3] = contacts.mu[1];
    TestProblem problem = k % 2 ? box_problem(contacts) : polyhedral_problem(contacts, 4);
    EXPECT_TRUE(solves(problem)) << k;

    TestProblem loops;
    loops.Y = contacts.Y;
    loops.b = contacts.b;
    loops.add_block(CARDAN_FREE, 3);
    loops.add_block(CARDAN_NONNEGATIVE, 3);
    loops.add_block(CARDAN_FREE, 3);
    loops.add_block(CARDAN_NONNEGATIVE, 3);
    loops.tolerance = 1e-8;
    loops.finish();
    EXPECT_TRUE(solves(loops)) << k;
  }
}

TEST_P(NewtonSolvers, IterativeSubsystemAndGradientRescueAgree) {
  SolverUnderTest iterative(GetParam().entry()), gradient(GetParam().entry());
  iterative.set("subsystem", 1);
  gradient.set("rescue", 1);
  std::mt19937 random(34);
  for (int k = 0; k < 40; ++k) {
    // Symmetric positive semidefinite rows: conjugate gradients. Coupled ones: GMRES.
    const RandomContacts contacts = random_contacts(random, 1 + k % 3, 14);
    TestProblem smooth;
    smooth.Y = contacts.Y;
    smooth.b = contacts.b;
    smooth.add_block(CARDAN_NONNEGATIVE, smooth.m());
    smooth.finish();
    const VectorXd exact = solver_.solve(smooth).lambda;
    for (SolverUnderTest* other : {&iterative, &gradient}) {
      const Solved solved = other->solve(smooth);
      EXPECT_EQ(solved.status, CARDAN_SOLVED) << k;
      EXPECT_LE((solved.lambda - exact).norm(), 1e-7) << k;
      EXPECT_EQ(other->solve(box_problem(contacts)).status, CARDAN_SOLVED) << k;
    }
    EXPECT_EQ(iterative.solve(smooth).report.factorizations, 0) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, NewtonSolvers,
    ::testing::Values(Named{"minmap_newton", cardan_solver_entry_minmap_newton},
                      Named{"fischer_newton", cardan_solver_entry_fischer_newton}),
    [](const ::testing::TestParamInfo<Named>& which) { return which.param.name; });

TEST(FischerNewton, OptionsGiveTheSameSolution) {
  for (const auto& [name, value] :
       {std::pair{"direction", 1.0}, std::pair{"penalty", 0.8}, std::pair{"memory", 1.0}}) {
    SolverUnderTest solver(cardan_solver_entry_fischer_newton());
    solver.set(name, value);
    std::mt19937 random(35);
    int solved = 0;
    for (int k = 0; k < 60; ++k) {
      const TestProblem problem = polyhedral_problem(random_contacts(random, 1 + k % 6, 14), 8);
      solved += solver.solve(problem).status == CARDAN_SOLVED;
    }
    EXPECT_GE(solved, 59) << name;
  }
}

}  // namespace
}  // namespace cardan::test
