#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <optional>

#include "test/support/dense_algebra.h"
#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);

/// Lemke against enumeration, known problems of the literature, and conic.
namespace cardan::test {
namespace {

/// True if some complementary set has a solution (regular sets only).
bool enumeration_finds_a_solution(const MatrixXd& M, const VectorXd& q) {
  const int n = static_cast<int>(q.size());
  for (int set = 0; set < 1 << n; ++set) {
    // Columns of [I, −M] by the set: w_i or z_i basic.
    MatrixXd B = MatrixXd::Identity(n, n);
    for (int i = 0; i < n; ++i) {
      if (set >> i & 1) B.col(i) = -M.col(i);
    }
    const std::optional<VectorXd> x = algebra::solve_if_invertible(B, q);
    if (x && x->minCoeff() >= -1e-12) return true;
  }
  return false;
}

TEST(Lemke, SmallRandomProblemsAgreeWithEnumeration) {
  std::mt19937 random(20);
  std::normal_distribution<double> normal;
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  int solvable = 0;
  for (int k = 0; k < 400; ++k) {
    const int n = 1 + k % 7;
    const MatrixXd R = MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    // Positive definite plus skew: a P matrix, exactly one solution.
    const MatrixXd K = MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    const MatrixXd M = R * R.transpose() + 0.05 * MatrixXd::Identity(n, n) + (K - K.transpose());
    const VectorXd q = VectorXd::NullaryExpr(n, [&] { return normal(random); });
    ASSERT_TRUE(enumeration_finds_a_solution(M, q));
    const TestProblem problem = lcp(M, q);
    const Solved solved = lemke.solve(problem);
    ASSERT_EQ(solved.status, CARDAN_SOLVED) << k;
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-10) << k;
    ++solvable;
  }
  EXPECT_EQ(solvable, 400);
}

/// λ ≥ 0, Aᵀ λ ≤ 0, bᵀ λ < 0: λᵀ(A z + b) < 0 for every z ≥ 0.
void expect_ray_certificate(const TestProblem& problem, const VectorXd& lambda) {
  EXPECT_GE(lambda.minCoeff(), 0);
  EXPECT_LE((problem.A().transpose() * lambda).maxCoeff(),
            1e-9 * problem.A().norm() * lambda.norm());
  EXPECT_LT(problem.b.dot(lambda), -1e-9 * lambda.norm() * problem.b.norm());
}

TEST(Lemke, UnsolvableProblemIsNeverReportedSolved) {
  std::mt19937 random(21);
  std::normal_distribution<double> normal;
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  int unsolvable = 0, proved = 0, found = 0, missed = 0;
  for (int k = 0; k < 400; ++k) {
    const int n = 1 + k % 6;
    const MatrixXd M = MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    const VectorXd q = VectorXd::NullaryExpr(n, [&] { return normal(random); });
    const TestProblem problem = lcp(M, q);
    const Solved solved = lemke.solve(problem);
    EXPECT_TRUE(solved.lambda.allFinite());
    if (enumeration_finds_a_solution(M, q)) {
      solved.status == CARDAN_SOLVED ? ++found : ++missed;
      EXPECT_NE(solved.status, CARDAN_INFEASIBLE) << k;
    } else {
      ++unsolvable;
      if (solved.status == CARDAN_INFEASIBLE) {
        ++proved;
        expect_ray_certificate(problem, solved.lambda);
      } else {
        EXPECT_EQ(solved.status, CARDAN_JAMMED) << k;
      }
    }
    if (solved.status == CARDAN_SOLVED) {
      EXPECT_LE(natural_map(problem, solved.lambda), 1.01e-10) << k;
    }
  }
  std::printf("any M: %d without a solution (%d proved), %d found, %d missed\n", unsolvable, proved,
              found, missed);
  EXPECT_GT(unsolvable, 50);
  EXPECT_GT(proved, 10);
  EXPECT_GT(found, 4 * missed);
}

TEST(Lemke, CyclingExamplesTerminate) {
  // Complementary pivoting with covering vector e and no rule for ties cycles on both.
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  // [Kostreva 1979]: the only solution is e/3.
  const MatrixXd circulant = (MatrixXd(3, 3) << 1, 2, 0, 0, 1, 2, 2, 0, 1).finished();
  const Solved first = lemke.solve(lcp(circulant, VectorXd::Constant(3, -1)));
  EXPECT_EQ(first.status, CARDAN_SOLVED);
  EXPECT_LE((first.lambda - VectorXd::Constant(3, 1.0 / 3)).norm(), 1e-14);
  EXPECT_LE(first.report.iterations, 20);
  // [Cottle, Pang & Stone 1992, Example 4.4.7].
  const MatrixXd M = (MatrixXd(3, 3) << 0, -1, 2, 2, 0, -2, -1, 1, 0).finished();
  const TestProblem problem = lcp(M, Eigen::Vector3d(-3, 6, -1));
  const Solved second = lemke.solve(problem);
  EXPECT_EQ(second.status, CARDAN_SOLVED);
  EXPECT_LE(natural_map(problem, second.lambda), 1e-13);
  EXPECT_LE(second.report.iterations, 20);
}

TEST(Lemke, BimatrixGameIsNeverMisreported) {
  // [Cottle, Pang & Stone 1992, Example 4.4.23]: pivoting with e ends on a ray, solutions exist:
  // (1/10, 0, 1/10, 0) and (0, 1/15, 0, 1/15). The other stages may find one.
  const MatrixXd M =
      (MatrixXd(4, 4) << 0, 0, 10, 20, 0, 0, 30, 15, 10, 20, 0, 0, 30, 15, 0, 0).finished();
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  const TestProblem problem = lcp(M, VectorXd::Constant(4, -1));
  const Solved solved = lemke.solve(problem);
  const bool is_solution = natural_map(problem, solved.lambda) <= 1e-10;
  EXPECT_EQ(solved.status, is_solution ? CARDAN_SOLVED : CARDAN_JAMMED);
  std::printf("bimatrix game: status %d, stage %d\n", solved.status, solved.report.stage);
}

TEST(Lemke, IsolatedSolutionIsFoundAndItsPerturbationIsInfeasible) {
  const MatrixXd M = (MatrixXd(3, 3) << 0, -1, -1, 1, 0, 0, -1, 0, 0).finished();
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  const Solved solved = lemke.solve(lcp(M, Eigen::Vector3d(0, -1, 1)));
  EXPECT_EQ(solved.status, CARDAN_SOLVED);
  EXPECT_LE((solved.lambda - Eigen::Vector3d(1, 0, 0)).norm(), 1e-12);
  // w_1 = −z_2 − z_3 − 1e-4 < 0 for every z ≥ 0.
  const TestProblem perturbed = lcp(M, Eigen::Vector3d(-1e-4, -1, 1));
  const Solved none = lemke.solve(perturbed);
  EXPECT_EQ(none.status, CARDAN_INFEASIBLE);
  expect_ray_certificate(perturbed, none.lambda);
}

TEST(Lemke, MurtysExponentialFamilyIsSolved) {
  // M lower triangular, 1 on and 2 below the diagonal, q = −1: z = e_1 [Murty 1978].
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (int n : {3, 6, 10}) {
    MatrixXd M = MatrixXd::Identity(n, n);
    for (int i = 0; i < n; ++i) M.row(i).head(i).setConstant(2);
    const Solved solved = lemke.solve(lcp(M, VectorXd::Constant(n, -1)));
    EXPECT_EQ(solved.status, CARDAN_SOLVED) << n;
    EXPECT_LE((solved.lambda - VectorXd::Unit(n, 0)).norm(), 1e-12) << n;
    // The transposed family: z = e_n.
    const Solved other = lemke.solve(lcp(M.transpose(), VectorXd::Constant(n, -1)));
    EXPECT_LE((other.lambda - VectorXd::Unit(n, n - 1)).norm(), 1e-12) << n;
  }
}

TEST(Lemke, InfeasibleProblemsEndOnARay) {
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  // Two rigid walls that close: A = [1 −1; −1 1], b = −1.
  const MatrixXd walls = (MatrixXd(2, 2) << 1, -1, -1, 1).finished();
  const Solved jam = lemke.solve(lcp(walls, VectorXd::Constant(2, -1)));
  EXPECT_EQ(jam.status, CARDAN_INFEASIBLE);
  expect_ray_certificate(lcp(walls, VectorXd::Constant(2, -1)), jam.lambda);
  EXPECT_GT(jam.report.residual, 0.1);
  // With compliance σ: Σλ/2 = 1/σ, λ_1 = λ_2.
  const double sigma = 1e-3;
  const Solved soft =
      lemke.solve(lcp(walls + sigma * MatrixXd::Identity(2, 2), VectorXd::Constant(2, -1)));
  EXPECT_EQ(soft.status, CARDAN_SOLVED);
  EXPECT_NEAR(soft.lambda.mean(), 1 / sigma, 1e-7);
  // Negative definite with a negative right-hand side.
  EXPECT_EQ(lemke.solve(lcp(-MatrixXd::Identity(2, 2), VectorXd::Constant(2, -1))).status,
            CARDAN_INFEASIBLE);
}

TEST(Lemke, FreeRowsAreEliminated) {
  std::mt19937 random(22);
  std::normal_distribution<double> normal;
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (int k = 0; k < 100; ++k) {
    const int free_rows = 1 + k % 5, n = free_rows + 1 + k % 6;
    const MatrixXd R = MatrixXd::NullaryExpr(n, n + 3, [&] { return normal(random); });
    const TestProblem problem =
        lcp(R * R.transpose(), VectorXd::NullaryExpr(n, [&] { return normal(random); }), free_rows);
    const Solved solved = lemke.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_SOLVED) << k;
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-10) << k;
    ASSERT_LE((problem.S * solved.lambda + problem.b).head(free_rows).norm(), 1e-10) << k;
  }
}

TEST(Lemke, RedundantFreeRowsAreHarmless) {
  std::mt19937 random(23);
  std::normal_distribution<double> normal;
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (int k = 0; k < 50; ++k) {
    MatrixXd Y = MatrixXd::NullaryExpr(10, 6, [&] { return normal(random); });
    Y.middleRows(2, 2) = Y.topRows(2);  // rows 2, 3 repeat rows 0, 1
    const VectorXd b = Y * VectorXd::NullaryExpr(6, [&] { return normal(random); });
    TestProblem problem = lcp(Y * Y.transpose(), b, 4);
    problem.tolerance = 1e-8;
    problem.finish();
    const Solved solved = lemke.solve(problem);
    ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-8) << k;
  }
}

TEST(Lemke, FrictionlessContactsAgreeWithConic) {
  std::mt19937 random(24);
  SolverUnderTest lemke(cardan_solver_entry_lemke()), conic(cardan_solver_entry_conic());
  for (int k = 0; k < 100; ++k) {
    const RandomContacts contacts = random_contacts(random, 3, 14);
    TestProblem problem;
    problem.Y = contacts.Y;
    problem.b = contacts.b;
    problem.add_block(CARDAN_NONNEGATIVE, 9);
    problem.finish();
    const VectorXd a = lemke.solve(problem).lambda, b = conic.solve(problem).lambda;
    ASSERT_LE(natural_map(problem, a), 1.01e-10);
    EXPECT_LE((a - b).norm(), 1e-7) << k;
  }
}

TEST(Lemke, ManyDirectionsApproachTheCone) {
  // One contact on a free body: the polyhedral answer tends to the cone's as 1/d².
  std::mt19937 random(25);
  SolverUnderTest lemke(cardan_solver_entry_lemke()), conic(cardan_solver_entry_conic());
  double last = 0;
  for (int d : {8, 64}) {
    random.seed(25);
    double worst = 0;
    for (int k = 0; k < 50; ++k) {
      RandomContacts contacts = random_contacts(random, 1, 14);
      contacts.b[0] = -std::fabs(contacts.b[0]);
      const TestProblem problem = polyhedral_problem(contacts, d);
      const Solved solved = lemke.solve(problem);
      ASSERT_LE(natural_map(problem, solved.lambda), 1.01e-10) << k << " d " << d;
      const VectorXd cone = conic.solve(cone_problem(contacts)).lambda;
      const VectorXd lifted = lift_polyhedral(solved.lambda, 1, d);
      worst = std::max(worst, (lifted - cone).norm() / (1e-12 + cone.norm()));
    }
    std::printf("d = %d: distance to the cone's impulse %.1e\n", d, worst);
    if (d == 64) {
      EXPECT_LE(worst, 0.25 * last);
    }
    last = worst;
  }
}

TEST(Lemke, LargePolyhedralProblemsAreSolved) {
  std::mt19937 random(26);
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (int contacts : {16, 32, 48}) {
    const TestProblem problem =
        polyhedral_problem(random_contacts(random, contacts, 3 * contacts / 2), 8);
    TestProblem relaxed = problem;
    relaxed.tolerance = 1e-8;
    relaxed.finish();
    const Solved solved = lemke.solve(relaxed);
    std::printf("%d contacts, %d rows: %d pivots, stage %d, residual %.1e\n", contacts, problem.m(),
                solved.report.iterations, solved.report.stage, solved.report.residual);
    EXPECT_LE(natural_map(relaxed, solved.lambda), 1.01e-8) << contacts;
  }
}

TEST(Lemke, NewtonRespectsTheBudget) {
  std::mt19937 random(27);
  std::normal_distribution<double> normal;
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  const int n = 60;
  const auto vector = [&] { return VectorXd::NullaryExpr(n, [&] { return normal(random); }); };
  for (int k = 0; k < 10; ++k) {
    const MatrixXd R = MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    const TestProblem problem = lcp(R * R.transpose() + MatrixXd::Identity(n, n), vector());
    cardan_problem view = problem.view();
    view.max_iterations = 1;
    lemke.reserve(problem);
    VectorXd lambda = vector();
    cardan_report report{};
    report.struct_size = sizeof report;
    lemke.desc().solve(lemke.raw(), &view, lambda.data(), nullptr, &report);
    EXPECT_LE(report.iterations, 1) << k;
  }
}

TEST(Lemke, ContradictoryFreeRowsAreProvenInfeasible) {
  std::mt19937 random(28);
  std::normal_distribution<double> normal;
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (int k = 0; k < 20; ++k) {
    MatrixXd Y = MatrixXd::NullaryExpr(5, 7, [&] { return normal(random); });
    Y.row(4) = Y.row(0) + 2 * Y.row(1);
    TestProblem problem;
    problem.Y = Y;
    problem.b = VectorXd::NullaryExpr(5, [&] { return normal(random); });
    problem.add_block(CARDAN_FREE, 5);
    problem.finish();
    const Solved solved = lemke.solve(problem);
    EXPECT_EQ(solved.status, CARDAN_INFEASIBLE) << k;
    EXPECT_LE((problem.A() * solved.lambda).norm(), 1e-9 * solved.lambda.norm()) << k;
    EXPECT_LT(problem.b.dot(solved.lambda), 0) << k;
  }
}

}  // namespace
}  // namespace cardan::test
