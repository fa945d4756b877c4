#include <cmath>
#include <cstring>

#include "cardan/host/contact_solver.h"
#include "local_solve.h"
#include "pgs.h"
#include "unit/host/dense_problem.h"

namespace cardan::test {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kPi = 3.14159265358979323846;

const cardan_solver_desc& pgs_desc() { return sdk::Glue<pgs::PgsSolver>::desc(); }

struct Answer {
  SolveReport report;
  VectorXd lambda, u;
};

Answer solve(ContactSolver& solver, DenseProblem& problem, VectorXd guess = {}) {
  const cardan_problem view = problem.view();
  solver.reserve(size_of(view));
  if (guess.size() == 0) guess = VectorXd::Zero(problem.m());
  Answer answer{{}, guess, VectorXd::Zero(problem.m())};
  const std::size_t m = static_cast<std::size_t>(problem.m());
  answer.report = solver.solve(view, {answer.lambda.data(), m}, {answer.u.data(), m});
  return answer;
}

Answer solve(DenseProblem& problem) {
  ContactSolver solver(pgs_desc());
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

TEST(Pgs, PointSticks) {
  DenseProblem problem = point(0.5, -0.01, 0.003, -0.002);
  const Answer answer = solve(problem);
  EXPECT_EQ(answer.report.status, CARDAN_SOLVED);
  EXPECT_NEAR(answer.lambda[0], 0.02, 1e-15);
  EXPECT_NEAR(answer.lambda[1], -0.006, 1e-15);
  EXPECT_NEAR(answer.lambda[2], 0.004, 1e-15);
  EXPECT_LT(answer.u.norm(), 1e-15);
}

TEST(Pgs, PointSlidesAgainstItsVelocityInEveryDirection) {
  for (int k = 0; k < 16; ++k) {
    const double angle = 2 * kPi * k / 16;
    DenseProblem problem = point(0.5, -0.01, std::cos(angle), std::sin(angle));
    const Answer answer = solve(problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED);
    EXPECT_NEAR(answer.lambda[1], -0.5 * 0.02 * std::cos(angle), 1e-15);
    EXPECT_NEAR(answer.lambda[2], -0.5 * 0.02 * std::sin(angle), 1e-15);
    EXPECT_NEAR(answer.u.tail(2).norm(), 1 - 0.5 * 0.01, 1e-14);
  }
}

TEST(Pgs, OpenContactAndFrictionlessContact) {
  DenseProblem open = point(0.5, 0.01, 1, 0);
  EXPECT_EQ(solve(open).lambda.norm(), 0);
  DenseProblem smooth = point(0, -0.01, 1, 0);
  const Answer answer = solve(smooth);
  EXPECT_NEAR(answer.lambda[0], 0.02, 1e-15);
  EXPECT_EQ(answer.lambda.tail(2).norm(), 0);
}

// A solution is chosen, b follows from it: sliding with a fully coupled local matrix.
TEST(Pgs, SlidingWithCoupledLocalMatrix) {
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
    const Answer answer = solve(problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED) << trial;
    EXPECT_LT((answer.lambda - lambda).norm(), 1e-10) << trial;
  }
}

TEST(Pgs, BoxRow) {
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
TEST(Pgs, BallOfNormalIsTheCone) {
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
    const Answer a = solve(cone), c = solve(ball);
    EXPECT_EQ(a.report.status, CARDAN_SOLVED);
    EXPECT_EQ(c.report.status, CARDAN_SOLVED);
    EXPECT_LT((a.lambda - c.lambda).norm(), 1e-11) << trial;
  }
}

TEST(Pgs, BoxMuClampsAtParentsFriction) {
  DenseProblem problem;
  problem.Y = MatrixXd::Identity(2, 2);
  problem.S = MatrixXd::Zero(2, 2);
  problem.b = Eigen::Vector2d(-2, -5);
  problem.add(CARDAN_NONNEGATIVE, 1);
  problem.add(CARDAN_BOX_MU, 1, 0.25, 0);
  const Answer answer = solve(problem);
  EXPECT_NEAR(answer.lambda[0], 2, 1e-15);
  EXPECT_NEAR(answer.lambda[1], 0.5, 1e-15);
}

/// The normal and tangent rows at points around a rigid body of unit mass and inertia, standing (g
/// h = 1e-2).
DenseProblem table(int legs, double mu, Eigen::Vector3d v) {
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

TEST(Pgs, RedundantTableCarriesItsWeight) {
  for (int legs : {4, 6, 20}) {
    DenseProblem problem = table(legs, 0.8, {0, 0, -1e-2});
    problem.tolerance = 1e-10;
    const Answer answer = solve(problem);
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
    const Answer answer = solve(problem);
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

TEST(Pgs, ConvexConeMeetsItsOwnLaw) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 50; ++trial) {
    DenseProblem problem;
    problem.Y = random_matrix(6, 9, random);
    problem.S = 0.01 * MatrixXd::Identity(6, 6);
    problem.b = random_matrix(6, 1, random);
    problem.add(CARDAN_CONE_CONVEX, 3, 0.7);
    problem.add(CARDAN_CONE_CONVEX, 3, 0.2);
    problem.tolerance = 1e-10;
    const Answer answer = solve(problem);
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
  ContactSolver bare(pgs_desc());
  bare.set_option({"acceleration", 0, "none"});
  DenseProblem problem = stack({1, 10});
  const Answer plain = solve(bare, problem);
  ASSERT_EQ(plain.report.status, CARDAN_SOLVED);
  EXPECT_NEAR(plain.lambda[0], 0.11, 1e-6);
  EXPECT_NEAR(plain.lambda[1], 0.10, 1e-6);
  const double predicted = std::log(1e-8 / 1e-2) / std::log(10.0 / 11.0);
  EXPECT_NEAR(plain.report.iterations, predicted, 0.25 * predicted);

  ContactSolver accelerated(pgs_desc());
  accelerated.set_option({"acceleration", 0, "nncg"});
  DenseProblem high = stack(std::vector<double>(30, 1.0));
  high.max_iterations = 100000;
  const Answer fast = solve(accelerated, high), slow = solve(bare, high);
  EXPECT_EQ(fast.report.status, CARDAN_SOLVED);
  EXPECT_EQ(slow.report.status, CARDAN_SOLVED);
  EXPECT_LT(2 * fast.report.iterations, slow.report.iterations);
  std::printf("stack of 30: plain %d, nncg %d sweeps\n", slow.report.iterations,
              fast.report.iterations);
  for (int i = 0; i < 30; ++i) EXPECT_NEAR(fast.lambda[i], 1e-2 * (30 - i), 1e-4);
}

TEST(Pgs, OptionsSolveTheSameProblem) {
  DenseProblem problem = table(4, 0.8, {0.02, 0.01, -1e-2});
  for (const SolverOption& option :
       {SolverOption{"omega", 1.3, ""}, SolverOption{"omega", 0.7, ""},
        SolverOption{"symmetric", 1, ""}, SolverOption{"acceleration", 0, "none"}}) {
    ContactSolver solver(pgs_desc());
    solver.set_option(option);
    const Answer answer = solve(solver, problem);
    EXPECT_EQ(answer.report.status, CARDAN_SOLVED) << option.name << option.number;
    const VectorXd u = problem.A() * answer.lambda + problem.b;
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(coulomb_violation(0.8, answer.lambda.segment(3 * k, 3), u.segment(3 * k, 3), 1),
                1e-7);
    }
  }
}

TEST(Pgs, SolutionIsAFixpointAndSolveIsPure) {
  DenseProblem first = table(4, 0.5, {0.3, 0.1, -1e-2}), second = table(6, 0.2, {0, 1, -1e-2});
  ContactSolver solver(pgs_desc());
  const Answer a = solve(solver, first);
  solve(solver, second);
  const Answer again = solve(solver, first);
  EXPECT_EQ(std::memcmp(a.lambda.data(), again.lambda.data(), sizeof(double) * 12), 0);
  EXPECT_EQ(a.report.iterations, again.report.iterations);

  const Answer warm = solve(solver, first, a.lambda);
  EXPECT_EQ(warm.report.status, CARDAN_SOLVED);
  EXPECT_EQ(warm.report.iterations, 0);
  EXPECT_EQ(std::memcmp(a.lambda.data(), warm.lambda.data(), sizeof(double) * 12), 0);
}

TEST(Pgs, BadInputIsSaidNotSolved) {
  DenseProblem slack = stack({1, 1});
  slack.Y.row(1).setZero();
  ContactSolver solver(pgs_desc());
  EXPECT_EQ(solve(solver, slack).report.status, CARDAN_UNSUPPORTED);
  EXPECT_NE(std::strstr(solver.last_error(), "diagonal"), nullptr);

  DenseProblem poisoned = stack({1, 1});
  poisoned.b[1] = std::nan("");
  EXPECT_EQ(solve(solver, poisoned).report.status, CARDAN_NUMERIC);

  // A guess that is not finite is no guess.
  DenseProblem good = stack({1, 1});
  EXPECT_EQ(solve(solver, good, VectorXd::Constant(2, std::nan(""))).report.status, CARDAN_SOLVED);

  DenseProblem empty;
  empty.Y.resize(0, 0);
  empty.S.resize(0, 0);
  EXPECT_EQ(solve(solver, empty).report.status, CARDAN_SOLVED);
}

TEST(Pgs, BudgetAndCancelReturnTheBestIterate) {
  DenseProblem problem = stack({1, 100});
  problem.max_iterations = 5;
  const Answer budget = solve(problem);
  EXPECT_EQ(budget.report.status, CARDAN_ITERATIONS);
  EXPECT_EQ(budget.report.iterations, 5);
  EXPECT_LT(budget.report.residual, 1e-2);

  problem.max_iterations = 0;
  ContactSolver solver(pgs_desc());
  const std::atomic<bool> stop{true};
  solver.cancel_when(&stop);
  const Answer cancelled = solve(solver, problem);
  EXPECT_EQ(cancelled.report.status, CARDAN_ITERATIONS);
  EXPECT_LE(cancelled.report.iterations, 1);
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
    double best = energy(-W.ldlt().solve(q));
    if (W.ldlt().solve(q).norm() > radius) {
      best = 0;
      for (int k = 0; k < 5000; ++k) {
        const double angle = 2 * kPi * k / 5000;
        best = std::min(best, energy(radius * Eigen::Vector2d(std::cos(angle), std::sin(angle))));
      }
    }
    EXPECT_LE(energy(x), best + 1e-12) << trial;
  }
}

}  // namespace
}  // namespace cardan::test
