#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "cardan/cardan_solver.h"
#include "test/support/dense_algebra.h"

namespace cardan::test {

/// A problem given by dense Y (m × n) and S (m × m), converted to the structs of the ABI. Rows are
/// added block by block.
struct DenseProblem {
  Eigen::MatrixXd Y, S;
  Eigen::VectorXd b;
  std::vector<cardan_block> blocks;
  double tolerance = 1e-8;
  int max_iterations = 0;
  std::uint32_t properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                             CARDAN_GROUPED | CARDAN_FACTORED;

  Eigen::MatrixXd A() const { return algebra::gram(Y) + S; }
  int m() const { return static_cast<int>(b.size()); }

  /// Appends a block behind the last one, in a group of its own.
  cardan_block& add(int kind, int dim, double mu = 0, int parent = -1) {
    cardan_block block{};
    block.kind = kind;
    block.row = blocks.empty() ? 0 : blocks.back().row + blocks.back().dim;
    block.dim = dim;
    block.parent = parent;
    block.group = static_cast<std::int32_t>(blocks.size());
    block.mu = mu;
    block.lo = -std::numeric_limits<double>::infinity();
    block.hi = std::numeric_limits<double>::infinity();
    blocks.push_back(block);
    return blocks.back();
  }

  /// The ABI struct; valid until the problem changes or the next call of view(). Steps as
  /// problem-form: one value per block.
  cardan_problem view() {
    const Eigen::MatrixXd full = A();
    compress(Y, Y_);
    compress(S, S_);
    step_.assign(static_cast<std::size_t>(m()), 1.0);
    weight_.assign(static_cast<std::size_t>(m()), 1.0);
    for (const cardan_block& block : blocks) {
      const double mean = full.diagonal().segment(block.row, block.dim).mean();
      for (int i = block.row; i < block.row + block.dim; ++i) {
        step_[static_cast<std::size_t>(i)] = mean > 0 ? 1 / mean : 1;
        weight_[static_cast<std::size_t>(i)] = mean > 0 ? mean : 1;
      }
    }
    cardan_problem p{};
    p.struct_size = sizeof p;
    p.properties = properties;
    p.m = m();
    p.num_blocks = p.num_groups = static_cast<std::int32_t>(blocks.size());
    p.max_iterations = max_iterations;
    p.blocks = blocks.data();
    p.Y = Y_.view();
    p.S = S_.view();
    p.b = b.data();
    p.step = step_.data();
    p.weight = weight_.data();
    p.tolerance = tolerance;
    p.dt = 1e-3;
    return p;
  }

 private:
  struct Rows {
    int cols = 0;
    std::vector<std::int32_t> start, index;
    std::vector<double> value;
    cardan_rows view() const {
      return {static_cast<std::int32_t>(start.size()) - 1, cols, start.data(), index.data(),
              value.data()};
    }
  };

  static void compress(const Eigen::MatrixXd& dense, Rows& rows) {
    rows = {};
    rows.cols = static_cast<int>(dense.cols());
    rows.start.push_back(0);
    for (Eigen::Index i = 0; i < dense.rows(); ++i) {
      for (Eigen::Index j = 0; j < dense.cols(); ++j) {
        if (dense(i, j) == 0) continue;
        rows.index.push_back(static_cast<std::int32_t>(j));
        rows.value.push_back(dense(i, j));
      }
      rows.start.push_back(static_cast<std::int32_t>(rows.index.size()));
    }
  }

  Rows Y_, S_;
  std::vector<double> step_, weight_;
};

/// m × n with entries uniform in [−1, 1].
inline Eigen::MatrixXd random_matrix(int m, int n, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(m, n, [&] { return uniform(random); });
}

/// Largest violation of Coulomb's law, case by case (no projection): signs, λ_n u_n = 0, ‖λ_t‖ ≤ μ
/// λ_n, and friction against the slip at full strength. λ in units of `impulse`, u in m/s.
inline double coulomb_violation(double mu, const Eigen::VectorXd& lambda, const Eigen::VectorXd& u,
                                double impulse) {
  const Eigen::VectorXd lambda_t = lambda.tail(lambda.size() - 1) / impulse;
  const Eigen::VectorXd u_t = u.tail(u.size() - 1);
  const double lambda_n = lambda[0] / impulse;
  double worst = std::max(-lambda_n, -u[0]);
  worst = std::max(worst, std::min(lambda_n, std::abs(u[0])));
  worst = std::max(worst, lambda_t.norm() - mu * lambda_n);
  const double slip = u_t.norm();
  worst = std::max(worst, std::min(slip, (lambda_t * slip + mu * lambda_n * u_t).norm() /
                                             std::max(slip, 1e-300)));
  return worst;
}

}  // namespace cardan::test
