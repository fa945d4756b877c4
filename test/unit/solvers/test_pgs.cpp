#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include "solvers/pgs/group_solve.h"
#include "solvers/pgs/local_solve.h"
#include "test/support/dense_algebra.h"
#include "test/unit/host/dense_problem.h"
#include "test/unit/solvers/problem_kit.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);
extern "C" const cardan_entry* cardan_solver_entry_pgs(void);

namespace cardan::test {
namespace {

using Eigen::Matrix3d;

constexpr double kPi = 3.14159265358979323846;

Solved solve(SolverUnderTest& solver, const DenseProblem& dense, const VectorXd& guess = {}) {
  TestProblem problem;
  problem.Y = dense.Y;
  problem.S = dense.S;
  problem.b = dense.b;
  problem.blocks = dense.blocks;
  problem.tolerance = dense.tolerance;
  problem.properties = dense.properties;
  problem.finish();
  cardan_problem view = problem.view();
  view.max_iterations = dense.max_iterations;
  solver.reserve(problem);
  Solved solved;
  solved.lambda = guess.size() > 0 ? guess : VectorXd::Zero(problem.m());
  solved.u = VectorXd::Zero(problem.m());
  solved.report.struct_size = sizeof solved.report;
  solved.status = solver.desc().solve(solver.raw(), &view, solved.lambda.data(), solved.u.data(),
                                      &solved.report);
  return solved;
}

Solved solve(const DenseProblem& problem) {
  SolverUnderTest solver(cardan_solver_entry_pgs());
  return solve(solver, problem);
}

/// A point of 2 kg on the ground, rows n, t1, t2; free velocity b.
DenseProblem point(double mu, double b_n, double b_1, double b_2) {
  DenseProblem problem;
  problem.Y = MatrixXd::Identity(3, 3) / std::sqrt(2.0);
  problem.S = MatrixXd::Zero(3, 3);
  problem.b = Eigen::Vector3d(b_n, b_1, b_2);
  problem.add(CARDAN_CONE, 3, mu);
  problem.tolerance = 1e-14;
  return problem;
}

TEST(Pgs, PointMassSticks) {
  DenseProblem problem = point(0.5, -0.01, 0.003, -0.002);
  const Solved answer = solve(problem);
  EXPECT_EQ(answer.report.status, CARDAN_SOLVED);
  EXPECT_NEAR(answer.lambda[0], 0.02, 1e-15);
  EXPECT_NEAR(answer.lambda[1], -0.006, 1e-15);
  EXPECT_NEAR(answer.lambda[2], 0.004, 1e-15);
  EXPECT_LT(answer.u.norm(), 1e-15);
}

TEST(Pgs, PointMassFrictionOpposesItsVelocityInEveryDirection) {
  for (int k = 0; k < 16; ++k) {
    const double angle = 2 * kPi * k / 16;
    DenseProblem problem = point(0.5, -0.01, std::cos(angle), std::sin(angle));
    const Solved answer = solve(problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED);
    EXPECT_NEAR(answer.lambda[1], -0.5 * 0.02 * std::cos(angle), 1e-15);
    EXPECT_NEAR(answer.lambda[2], -0.5 * 0.02 * std::sin(angle), 1e-15);
    EXPECT_NEAR(answer.u.tail(2).norm(), 1 - 0.5 * 0.01, 1e-14);
  }
}

TEST(Pgs, OpenAndFrictionlessContactsAreSolved) {
  DenseProblem open = point(0.5, 0.01, 1, 0);
  EXPECT_EQ(solve(open).lambda.norm(), 0);
  DenseProblem smooth = point(0, -0.01, 1, 0);
  const Solved answer = solve(smooth);
  EXPECT_NEAR(answer.lambda[0], 0.02, 1e-15);
  EXPECT_EQ(answer.lambda.tail(2).norm(), 0);
}

// A solution is chosen, b follows from it: sliding with a fully coupled local matrix.
TEST(Pgs, SlidingWithACoupledLocalMatrixIsSolved) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 50; ++trial) {
    DenseProblem problem;
    problem.Y = random_matrix(3, 6, random) + 2 * MatrixXd::Identity(3, 6);
    problem.S = MatrixXd::Zero(3, 3);
    const double angle = 0.1 + trial, mu = 0.4;
    const Eigen::Vector3d lambda(2, -mu * 2 * std::cos(angle), -mu * 2 * std::sin(angle));
    const Eigen::Vector3d u(0, 0.3 * std::cos(angle), 0.3 * std::sin(angle));
    problem.b = u - problem.A() * lambda;
    problem.add(CARDAN_CONE, 3, mu);
    problem.tolerance = 1e-12;
    const Solved answer = solve(problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED) << trial;
    EXPECT_LT((answer.lambda - lambda).norm(), 1e-10) << trial;
  }
}

TEST(Pgs, BoxRowIsClamped) {
  // u = 4 λ + b, bounds −1 … 2: at hi, at lo, inside.
  const double b[] = {-20, 20, -2}, expected[] = {2, -1, 0.5};
  for (int k = 0; k < 3; ++k) {
    DenseProblem problem;
    problem.Y = MatrixXd::Constant(1, 1, 2);
    problem.S = MatrixXd::Zero(1, 1);
    problem.b = VectorXd::Constant(1, b[k]);
    cardan_block& block = problem.add(CARDAN_BOX, 1);
    block.lo = -1;
    block.hi = 2;
    EXPECT_NEAR(solve(problem).lambda[0], expected[k], 1e-15);
  }
}

// NONNEGATIVE + BALL_MU(2) and CONE(3) have the same solutions (problem-form section 2); BOX_MU is
// its one-row case.
TEST(Pgs, BallBoundedByItsNormalIsTheCone) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 50; ++trial) {
    DenseProblem cone;
    cone.Y = random_matrix(3, 6, random) + 2 * MatrixXd::Identity(3, 6);
    cone.S = MatrixXd::Zero(3, 3);
    cone.b = random_matrix(3, 1, random) - Eigen::Vector3d(1, 0, 0);
    cone.tolerance = 1e-13;
    DenseProblem ball = cone;
    cone.add(CARDAN_CONE, 3, 0.3);
    ball.add(CARDAN_NONNEGATIVE, 1);
    ball.add(CARDAN_BALL_MU, 2, 0.3, 0);
    const Solved a = solve(cone), c = solve(ball);
    EXPECT_EQ(a.report.status, CARDAN_SOLVED);
    EXPECT_EQ(c.report.status, CARDAN_SOLVED);
    EXPECT_LT((a.lambda - c.lambda).norm(), 1e-11) << trial;
  }
}

TEST(Pgs, BoxMuIsClampedAtTheFrictionOfItsParent) {
  DenseProblem problem;
  problem.Y = MatrixXd::Identity(2, 2);
  problem.S = MatrixXd::Zero(2, 2);
  problem.b = Eigen::Vector2d(-2, -5);
  problem.add(CARDAN_NONNEGATIVE, 1);
  problem.add(CARDAN_BOX_MU, 1, 0.25, 0);
  const Solved answer = solve(problem);
  EXPECT_NEAR(answer.lambda[0], 2, 1e-15);
  EXPECT_NEAR(answer.lambda[1], 0.5, 1e-15);
}

/// The normal and tangent rows at points around a rigid body of unit mass and inertia, standing (g
/// h = 1e-2).
DenseProblem table(int legs, double mu, const Eigen::Vector3d& v) {
  DenseProblem problem;
  problem.Y.resize(3 * legs, 6);
  for (int k = 0; k < legs; ++k) {
    const double angle = 2 * kPi * k / legs + 0.3;
    const Eigen::Vector3d p(0.4 * std::cos(angle), 0.3 * std::sin(angle), -0.5);
    const Eigen::Vector3d axes[] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    for (int i = 0; i < 3; ++i) {
      problem.Y.row(3 * k + i) << p.cross(axes[i]).transpose(), axes[i].transpose();
    }
    problem.add(CARDAN_CONE, 3, mu);
  }
  problem.S = MatrixXd::Zero(3 * legs, 3 * legs);
  VectorXd twist(6);
  twist << 0, 0, 0, v;
  problem.b = problem.Y * twist;
  return problem;
}

TEST(Pgs, RedundantTableLegsCarryItsWeight) {
  for (int legs : {4, 6, 20}) {
    DenseProblem problem = table(legs, 0.8, {0, 0, -1e-2});
    problem.tolerance = 1e-10;
    const Solved answer = solve(problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED) << legs;
    double sum = 0;
    for (int k = 0; k < legs; ++k) sum += answer.lambda[3 * k];
    EXPECT_NEAR(sum, 1e-2, 1e-9) << legs;
    EXPECT_LT(answer.u.norm(), 1e-9 * legs) << legs;
  }
}

// Four feet on twelve joints and a floating base: the size and coupling of a standing quadruped.
TEST(Pgs, StandingQuadrupedReachesTheJudgesTolerance) {
  std::mt19937 random(11);
  int worst = 0;
  for (int trial = 0; trial < 30; ++trial) {
    DenseProblem problem = table(4, 0.6, {0.002 * trial / 10, 0, -1e-2});
    problem.Y /= std::sqrt(30.0);
    problem.Y.conservativeResize(12, 18);
    problem.Y.rightCols(12).setZero();
    for (int k = 0; k < 4; ++k) {
      problem.Y.block(3 * k, 6 + 3 * k, 3, 3) =
          random_matrix(3, 3, random) + 0.3 * Matrix3d::Identity();
    }
    const MatrixXd A = problem.A();
    for (int i = 0; i < 12; i += 3) problem.S(i, i) = 1e-4 * A(i, i);
    const Solved answer = solve(problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED) << trial;
    EXPECT_LT(answer.report.iterations, 1000);
    worst = std::max(worst, answer.report.iterations);
    const VectorXd u = problem.A() * answer.lambda + problem.b;
    EXPECT_LT((u - answer.u).norm(), 1e-14);
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(coulomb_violation(0.6, answer.lambda.segment(3 * k, 3), u.segment(3 * k, 3),
                                  1 / A.diagonal().segment(3 * k, 3).mean()),
                1e-7)
          << trial;
    }
  }
  RecordProperty("most_sweeps", worst);
  std::printf("most sweeps: %d\n", worst);
}

TEST(Pgs, ConvexConeSatisfiesItsLaw) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 50; ++trial) {
    DenseProblem problem;
    problem.Y = random_matrix(6, 9, random);
    problem.S = 0.01 * MatrixXd::Identity(6, 6);
    problem.b = random_matrix(6, 1, random);
    problem.add(CARDAN_CONE_CONVEX, 3, 0.7);
    problem.add(CARDAN_CONE_CONVEX, 3, 0.2);
    problem.tolerance = 1e-10;
    const Solved answer = solve(problem);
    ASSERT_EQ(answer.report.status, CARDAN_SOLVED) << trial;
    // λ ∈ K, u ∈ K*, λ·u = 0.
    for (int k = 0; k < 2; ++k) {
      const Eigen::Vector3d x = answer.lambda.segment(3 * k, 3), u = answer.u.segment(3 * k, 3);
      const double mu = k == 0 ? 0.7 : 0.2;
      EXPECT_LE(x.tail(2).norm(), mu * x[0] + 1e-8);
      EXPECT_LE(mu * u.tail(2).norm(), u[0] + 1e-8);
      EXPECT_NEAR(x.dot(u), 0, 1e-8);
    }
  }
}

/// Bodies on top of each other, masses from the bottom up; row i between body i−1 (ground for 0)
/// and i.
DenseProblem stack(const std::vector<double>& masses) {
  const int n = static_cast<int>(masses.size());
  DenseProblem problem;
  problem.Y = MatrixXd::Zero(n, n);
  problem.S = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    problem.Y(i, i) = 1 / std::sqrt(masses[static_cast<std::size_t>(i)]);
    if (i > 0) problem.Y(i, i - 1) = -1 / std::sqrt(masses[static_cast<std::size_t>(i) - 1]);
    problem.add(CARDAN_NONNEGATIVE, 1);
  }
  problem.b = VectorXd::Zero(n);
  problem.b[0] = -1e-2;
  return problem;
}

// Factor m2/(m1 + m2) per sweep [contact-math of Gauss–Seidel]: 10 on 1 needs about
// log(1e-8)/log(10/11) sweeps.
TEST(Pgs, StackConvergesAtItsTheoreticalRateAndNncgIsFaster) {
  SolverUnderTest bare(cardan_solver_entry_pgs());
  bare.set("acceleration", 0);
  DenseProblem problem = stack({1, 10});
  const Solved plain = solve(bare, problem);
  ASSERT_EQ(plain.report.status, CARDAN_SOLVED);
  EXPECT_NEAR(plain.lambda[0], 0.11, 1e-6);
  EXPECT_NEAR(plain.lambda[1], 0.10, 1e-6);
  const double predicted = std::log(1e-8 / 1e-2) / std::log(10.0 / 11.0);
  EXPECT_NEAR(plain.report.iterations, predicted, 0.25 * predicted);

  SolverUnderTest accelerated(cardan_solver_entry_pgs());
  accelerated.set("acceleration", 1);
  DenseProblem high = stack(std::vector<double>(30, 1.0));
  high.max_iterations = 100000;
  const Solved fast = solve(accelerated, high), slow = solve(bare, high);
  EXPECT_EQ(fast.report.status, CARDAN_SOLVED);
  EXPECT_EQ(slow.report.status, CARDAN_SOLVED);
  EXPECT_LT(2 * fast.report.iterations, slow.report.iterations);
  std::printf("stack of 30: plain %d, nncg %d sweeps\n", slow.report.iterations,
              fast.report.iterations);
  for (int i = 0; i < 30; ++i) EXPECT_NEAR(fast.lambda[i], 1e-2 * (30 - i), 1e-4);
}

TEST(Pgs, OptionsGiveTheSameSolution) {
  DenseProblem problem = table(4, 0.8, {0.02, 0.01, -1e-2});
  for (const auto& [name, value] : {std::pair{"omega", 1.3}, std::pair{"omega", 0.7},
                                    std::pair{"symmetric", 1.0}, std::pair{"acceleration", 0.0}}) {
    SolverUnderTest solver(cardan_solver_entry_pgs());
    solver.set(name, value);
    const Solved answer = solve(solver, problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED) << name << value;
    const VectorXd u = problem.A() * answer.lambda + problem.b;
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(coulomb_violation(0.8, answer.lambda.segment(3 * k, 3), u.segment(3 * k, 3), 1),
                1e-7);
    }
  }
}

TEST(Pgs, UnsupportedProblemIsReportedWithAReason) {
  // A zero diagonal in a group with a bounded row.
  DenseProblem slack;
  slack.Y = MatrixXd::Identity(2, 2);
  slack.Y.row(1).setZero();
  slack.S = MatrixXd::Zero(2, 2);
  slack.b = Eigen::Vector2d(-1, 1);
  slack.add(CARDAN_NONNEGATIVE, 1);
  slack.add(CARDAN_BOX, 1).group = 0;
  SolverUnderTest solver(cardan_solver_entry_pgs());
  EXPECT_EQ(solve(solver, slack).status, CARDAN_UNSUPPORTED);
  EXPECT_NE(std::strstr(solver.desc().last_error(solver.raw()), "diagonal"), nullptr);

  DenseProblem empty;
  empty.Y.resize(0, 0);
  empty.S.resize(0, 0);
  EXPECT_EQ(solve(solver, empty).status, CARDAN_SOLVED);
}

TEST(Pgs, BudgetReturnsTheBestIterate) {
  DenseProblem problem = stack({1, 100});
  problem.max_iterations = 5;
  const Solved budget = solve(problem);
  EXPECT_EQ(budget.status, CARDAN_ITERATIONS);
  EXPECT_EQ(budget.report.iterations, 5);
  EXPECT_LT(budget.report.residual, 1e-2);
}

// Rows of `polyhedral` and `phantom` have zero diagonals: whole contacts are solved.
TEST(Pgs, GroupsOfFacetsAndPhantomsAreSolved) {
  SolverUnderTest pgs(cardan_solver_entry_pgs());
  const auto share = [&](const char* name, int seed, auto make) {
    std::mt19937 random(seed);
    int solved = 0;
    long sweeps = 0;
    for (int k = 0; k < 120; ++k) {
      const TestProblem problem = make(random_contacts(random, 1 + k % 6, k % 2 ? 6 : 14), k);
      const Solved found = pgs.solve(problem);
      const bool is_solution = natural_map(problem, found.lambda) <= 1.01e-10;
      EXPECT_EQ(found.status == CARDAN_SOLVED, is_solution) << k;
      solved += is_solution;
      sweeps += is_solution ? found.report.iterations : 0;
    }
    std::printf("%s: %d of 120 in %.1f sweeps\n", name, solved, double(sweeps) / solved);
    return solved;
  };
  EXPECT_GE(share("polyhedral", 40,
                  [](const RandomContacts& contacts, int k) {
                    return polyhedral_problem(contacts, k % 3 == 0 ? 4 : 8);
                  }),
            117);
  EXPECT_GE(share("phantom", 41,
                  [](const RandomContacts& contacts, int k) {
                    return phantom_problem(contacts, k % 2 ? 2 : 4);
                  }),
            102);
}

// One contact, or contacts that do not touch each other: as exact as Lemke, in two sweeps.
TEST(Pgs, SeparateContactsNeedOneSweepAndAgreeWithLemke) {
  std::mt19937 random(42);
  SolverUnderTest pgs(cardan_solver_entry_pgs()), lemke(cardan_solver_entry_lemke());
  for (int k = 0; k < 60; ++k) {
    RandomContacts contacts = random_contacts(random, 3, 18);
    for (int c = 0; c < 3; ++c) {
      for (int j = 0; j < 18; ++j) {
        if (j / 6 != c) contacts.Y.middleRows(3 * c, 3).col(j).setZero();
      }
    }
    // Two axes: λ is unique where friction is small.
    for (double& mu : contacts.mu) mu *= 0.1;
    const TestProblem problem = phantom_problem(contacts, 2);
    const Solved found = pgs.solve(problem);
    ASSERT_EQ(found.status, CARDAN_SOLVED) << k;
    EXPECT_LE(found.report.iterations, 2) << k;
    const VectorXd other = lemke.solve(problem).lambda;
    for (int c = 0; c < 3; ++c) {
      EXPECT_LE((found.lambda - other).segment(7 * c, 3).norm(), 1e-8) << k;
    }
  }
}

// Limits and loops beside facets: groups of one row go by rows, contacts whole.
TEST(Pgs, GroupsAndSingleRowsAreSolvedTogether) {
  std::mt19937 random(43);
  SolverUnderTest pgs(cardan_solver_entry_pgs()), symmetric(cardan_solver_entry_pgs());
  symmetric.set("symmetric", 1);
  symmetric.set("omega", 0.9);
  for (int k = 0; k < 40; ++k) {
    const RandomContacts contacts = random_contacts(random, 2, 14);
    TestProblem problem = polyhedral_problem(contacts, 4);
    const int m = problem.m();
    TestProblem joined;
    joined.Y = MatrixXd::Zero(m + 2, 14);
    joined.Y.topRows(m) = problem.Y;
    joined.Y.bottomRows(2) = random_matrix(2, 14, random);
    joined.S = MatrixXd::Zero(m + 2, m + 2);
    joined.S.topLeftCorner(m, m) = problem.S;
    joined.b = VectorXd::Constant(m + 2, 0.3);
    joined.b.head(m) = problem.b;
    joined.blocks = problem.blocks;
    joined.add_block(CARDAN_FREE, 1);
    joined.add_block(CARDAN_BOX, 1, 0, -1, -0.1, 0.2);
    joined.finish();
    for (SolverUnderTest* solver : {&pgs, &symmetric}) {
      const Solved found = solver->solve(joined);
      EXPECT_EQ(found.status, CARDAN_SOLVED) << k;
      EXPECT_LE(natural_map(joined, found.lambda), 1.01e-10) << k;
    }
  }
}

// Masses 1, 10, …, 10⁶ on top of each other: the result of each acceleration, for the page of the
// solver.
TEST(Pgs, SlowConvergenceAtMassRatiosIsReported) {
  std::vector<double> masses;
  for (int levels = 1; levels <= 7; ++levels) {
    masses.push_back(std::pow(10, levels - 1));
    if (levels == 1) continue;
    DenseProblem problem = stack(masses);
    problem.tolerance = 1e-10;
    problem.max_iterations = 20000;
    for (int acceleration : {0, 1}) {
      SolverUnderTest solver(cardan_solver_entry_pgs());
      solver.set("acceleration", acceleration);
      const Solved found = solve(solver, problem);
      const double exact = 1e-2 * (std::pow(10, levels) - 1) / 9;
      std::printf("masses to 1e%d, %s: %d sweeps, residual %.1e, lowest impulse off by %.1e\n",
                  levels - 1, acceleration == 0 ? "none" : "nncg", found.report.iterations,
                  found.report.residual, std::fabs(found.lambda[0] / exact - 1));
      EXPECT_TRUE(found.lambda.allFinite());
      EXPECT_EQ(found.status == CARDAN_SOLVED, found.report.residual <= problem.tolerance);
    }
  }
}

TEST(PgsLocal, GroupIsSolvedExactly) {
  // Kostreva's circulant: complementary pivoting without a rule for ties cycles. Solution e/3.
  const double W[] = {1, 2, 0, 0, 1, 2, 2, 0, 1}, q[] = {-1, -1, -1}, d[] = {1, 1, 1};
  const char restricted[] = {0, 0, 0}, all_free[] = {1, 1, 1};
  pgs::GroupSolver solver;
  solver.reserve(3);
  double x[] = {0, 0, 0};
  ASSERT_TRUE(solver.solve(W, q, d, restricted, 3, x));
  for (double entry : x) EXPECT_NEAR(entry, 1.0 / 3, 1e-15);
  double y[] = {0, 0, 0};
  ASSERT_TRUE(solver.solve(W, q, d, all_free, 3, y));
  for (double entry : y) EXPECT_NEAR(entry, 1.0 / 3, 1e-15);
  // Two walls that close: no solution, x stays.
  const double walls[] = {1, -1, -1, 1};
  double z[] = {0.5, 0};
  EXPECT_FALSE(solver.solve(walls, q, d, restricted, 2, z));
  EXPECT_EQ(z[0], 0.5);
}

// Stationarity by brute force: no point of a fine grid on the circle has a smaller energy.
TEST(PgsLocal, BallProblemIsTheMinimumOverTheDisc) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const MatrixXd F = random_matrix(2, 2, random);
    const Eigen::Matrix2d W = F * F.transpose() + 1e-6 * Eigen::Matrix2d::Identity();
    const Eigen::Vector2d q = random_matrix(2, 1, random);
    const double radius = 0.1 + 0.01 * trial;
    const auto energy = [&](const Eigen::Vector2d& x) { return 0.5 * x.dot(W * x) + q.dot(x); };
    Eigen::Vector2d x;
    pgs::solve_ball(W.data(), 2, q.data(), radius, x.data());
    EXPECT_LE(x.norm(), radius * (1 + 1e-15));
    const Eigen::Vector2d free = algebra::solve_symmetric(W, q);
    double best = energy(-free);
    if (free.norm() > radius) {
      best = 0;
      for (int k = 0; k < 5000; ++k) {
        const double angle = 2 * kPi * k / 5000;
        best = std::min(best, energy(radius * Eigen::Vector2d(std::cos(angle), std::sin(angle))));
      }
    }
    EXPECT_LE(energy(x), best + 1e-12) << trial;
  }
}

TEST(Pgs, NonFiniteInputGivesZeroImpulses) {
  DenseProblem problem = stack({1, 1});
  problem.b[0] = -std::numeric_limits<double>::infinity();
  const Solved found = solve(problem);
  EXPECT_EQ(found.status, CARDAN_NUMERIC);
  EXPECT_EQ(found.lambda, VectorXd::Zero(2));
  EXPECT_EQ(found.u, problem.b);
}

}  // namespace
}  // namespace cardan::test
