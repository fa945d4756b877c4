#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "solvers/common/newton/krylov.h"
#include "solvers/common/newton/linearisation.h"
#include "solvers/common/newton/row_function.h"
#include "test/unit/solvers/problem_kit.h"

/// The functions of the Newton solvers: zeros by definition, derivatives by finite differences; and
/// their iterative linear solvers against LU.
namespace cardan::test {
namespace {

using solvers::Interval;
using solvers::RowFunction;
using solvers::RowParameters;
using solvers::RowValue;

constexpr RowFunction kFunctions[] = {solvers::minimum_map, solvers::fischer_burmeister};
const Interval kIntervals[] = {{-kInfinity, kInfinity, 0, -1},
                               {0, kInfinity, 0, -1},
                               {-kInfinity, 1.5, 0, -1},
                               {-0.7, 1.5, 0, -1},
                               {0.4, 0.4, 0, -1}};

/// y = 0 inside, y ≥ 0 at lo, y ≤ 0 at hi.
bool is_solution(double x, double y, const Interval& interval) {
  if (x < interval.lo || x > interval.hi) return false;
  return (y == 0 || (y > 0 && x == interval.lo) || (y < 0 && x == interval.hi));
}

TEST(RowFunctions, RowFunctionsVanishExactlyAtSolutions) {
  for (RowFunction function : kFunctions) {
    for (const Interval& interval : kIntervals) {
      for (double x : {-3.0, -0.7, -0.1, 0.0, 0.4, 0.9, 1.5, 3.0}) {
        for (double y : {-2.0, -1e-3, 0.0, 1e-3, 2.0}) {
          for (double penalty : {1.0, 0.6}) {
            RowParameters parameters;
            parameters.penalty = penalty;
            const double value = function(x, y, interval, parameters).value;
            if (is_solution(x, y, interval)) {
              EXPECT_NEAR(value, 0, 1e-15) << x << " " << y;
            } else {
              EXPECT_GT(std::fabs(value), 1e-5) << x << " " << y;
            }
          }
        }
      }
    }
  }
}

TEST(RowFunctions, DerivativesAgreeWithFiniteDifferences) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (RowFunction function : kFunctions) {
    for (const Interval& base : kIntervals) {
      for (double tau : {0.0, 0.01}) {
        for (int k = 0; k < 50; ++k) {
          const double x = normal(random), y = normal(random), step = 1e-6;
          RowParameters parameters;
          parameters.tau = tau;
          parameters.penalty = function == solvers::minimum_map || k % 2 ? 1 : 0.7;
          const auto at = [&](double dx, double dy, double dlo, double dhi) {
            Interval interval = base;
            interval.lo += dlo;
            interval.hi += dhi;
            return function(x + dx, y + dy, interval, parameters);
          };
          const RowValue here = at(0, 0, 0, 0);
          const double dx = (at(step, 0, 0, 0).value - at(-step, 0, 0, 0).value) / (2 * step);
          const double dy = (at(0, step, 0, 0).value - at(0, -step, 0, 0).value) / (2 * step);
          EXPECT_NEAR(here.dx, dx, 1e-5);
          EXPECT_NEAR(here.dy, dy, 1e-5);
          if (base.lo == base.hi) continue;  // lo > hi has no meaning
          const double dlo = (at(0, 0, step, 0).value - at(0, 0, -step, 0).value) / (2 * step);
          const double dhi = (at(0, 0, 0, step).value - at(0, 0, 0, -step).value) / (2 * step);
          EXPECT_NEAR(here.dlo, dlo, 1e-5);
          EXPECT_NEAR(here.dhi, dhi, 1e-5);
        }
      }
    }
  }
}

// Smoothed, both vanish on the central path: x y = τ with x, y > 0.
TEST(RowFunctions, SmoothedRowFunctionsVanishOnTheCentralPath) {
  RowParameters parameters;
  parameters.tau = 0.3;
  for (RowFunction function : kFunctions) {
    for (double x : {0.01, 0.5, 30.0}) {
      EXPECT_NEAR(function(x, 0.3 / x, kIntervals[1], parameters).value, 0, 1e-13) << x;
    }
  }
}

// At points away from kinks, with bounds that depend on their normals: the gradient of the merit by
// differences, and H(x + ε s) = (1 − ε) H(x) along Newton's direction s.
TEST(RowFunctions, GradientAndNewtonDirectionAgreeWithFiniteDifferences) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 60; ++k) {
    const TestProblem problem = k % 2 ? box_problem(random_contacts(random, 3, 14))
                                      : phantom_problem(random_contacts(random, 2, 14), 2);
    const int n = problem.m();
    solvers::ScaledRows rows;
    solvers::Linearisation point, trial;
    rows.reserve(n);
    rows.build(sdk::ProblemView(problem.view()));
    point.reserve(n);
    trial.reserve(n);
    VectorXd x = VectorXd::NullaryExpr(n, [&] { return normal(random); }), y(n), g(n), s(n);
    for (int i = 0; i < n; i += k % 2 ? 3 : 1) x[i] = std::fabs(x[i]);
    for (RowFunction function : kFunctions) {
      const RowParameters parameters;
      const auto merit = [&](const VectorXd& at) {
        rows.compute_velocity(at.data(), y.data());
        trial.evaluate(rows, function, parameters, at.data(), y.data());
        return trial.merit();
      };
      const double here = merit(x);
      rows.compute_velocity(x.data(), y.data());
      point.evaluate(rows, function, parameters, x.data(), y.data());
      point.compute_gradient(rows, g.data());
      const double size = 1e-6;
      for (int i = 0; i < n; ++i) {
        const VectorXd step = size * VectorXd::Unit(n, i);
        EXPECT_NEAR(g[i], (merit(x + step) - merit(x - step)) / (2 * size), 1e-4 * (1 + here));
      }
      solvers::SubsystemCount count;
      ASSERT_TRUE(
          point.newton_direction(rows, solvers::Subsystem::kDirect, false, 0, count, s.data()));
      const double e = 1e-7;
      EXPECT_NEAR(merit(x + e * s) / here, (1 - e) * (1 - e), 1e-3 * e) << k;
    }
  }
}

TEST(RowFunctions, KrylovMethodsAgreeWithLu) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  solvers::Krylov krylov;
  krylov.reserve(30);
  for (int n : {1, 2, 7, 30}) {
    const Rows R = Rows::NullaryExpr(n, n, [&] { return normal(random); });
    const Rows M = R * R.transpose() + 0.3 * n * Rows::Identity(n, n);
    const Rows K = M + 0.5 * (R - R.transpose());
    const Eigen::VectorXd rhs = R.col(0);
    Eigen::VectorXd x(n);
    EXPECT_TRUE(
        krylov.conjugate_gradients(M.data(), n, rhs.data(), 1e-12, 500, x.data()).converged);
    EXPECT_LE((M * x - rhs).norm(), 1.1e-12 * rhs.norm() + 1e-13);
    EXPECT_TRUE(
        krylov.generalised_residuals(K.data(), n, rhs.data(), 1e-12, 500, x.data()).converged);
    EXPECT_LE((K * x - rhs).norm(), 1.1e-12 * rhs.norm());
  }
  // A singular system is not called solved.
  const Rows zero = Rows::Zero(2, 2);
  const Eigen::Vector2d rhs(1, 1);
  Eigen::Vector2d x;
  EXPECT_FALSE(
      krylov.conjugate_gradients(zero.data(), 2, rhs.data(), 1e-12, 50, x.data()).converged);
  EXPECT_FALSE(
      krylov.generalised_residuals(zero.data(), 2, rhs.data(), 1e-12, 50, x.data()).converged);
}

}  // namespace
}  // namespace cardan::test
