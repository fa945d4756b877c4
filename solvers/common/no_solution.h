#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cardan/problem_view.h"

namespace cardan::solvers {

/// Checks whether λ proves that a problem has no solution: λᵀu ≥ 0 for every u of a solution, Aᵀ λ
/// = 0 (≤ 0 in NONNEGATIVE rows) and bᵀ λ < 0, so that λᵀ(A λ' + b) < 0 for every λ'. See
/// docs/theory/judge.md for the treatment of rounding. The engine repeats this check with its own
/// code.
class NoSolution {
 public:
  void reserve(int rows, int cols) {
    z_.resize(static_cast<std::size_t>(cols));
    g_.resize(static_cast<std::size_t>(rows));
  }

  bool is_proven_by(const sdk::ProblemView& problem, const double* lambda) {
    double largest = 0;
    for (int i = 0; i < problem.m(); ++i) {
      if (!std::isfinite(lambda[i])) return false;
      largest = std::max(largest, std::fabs(lambda[i]));
    }
    if (largest == 0) return false;
    for (const cardan_block& block : problem.blocks()) {
      if (!opposes(block, lambda + block.row)) return false;
    }
    form(problem, lambda);
    const double share = largest_share(problem);
    if (!(share <= kVanishes) || (problem.has(CARDAN_SYMMETRIC) && moves())) return false;
    Sum power;
    for (int i = 0; i < problem.m(); ++i) power.add(problem.b(i) * lambda[i]);
    return power.value < -kClear * power.magnitude &&
           -power.value > (1 + share / kRoundoff) * room(problem, lambda);
  }

 private:
  static constexpr double kRoundoff = std::numeric_limits<double>::epsilon() / 2;
  /// Thresholds relative to the terms: a sum up to kVanishes counts as zero, a sum above kClear
  /// does not.
  static constexpr double kVanishes = 1e-11, kClear = 1e-9;

  struct Sum {
    double value = 0, magnitude = 0;
    void add(double x) { add(x, std::fabs(x)); }
    void add(double x, double size) {
      value += x;
      magnitude += size;
    }
    double share() const { return magnitude > 0 ? std::fabs(value) / magnitude : 0; }
  };

  static bool zero(const double* x, int n) {
    return std::all_of(x, x + n, [](double l) { return l == 0; });
  }

  static bool opposes(const cardan_block& block, const double* x) {
    switch (block.kind) {
      case CARDAN_FREE:
        return true;
      case CARDAN_NONNEGATIVE:
        return std::all_of(x, x + block.dim, [](double l) { return l >= 0; });
      case CARDAN_BOX:
        return (std::isinf(block.lo) || x[0] >= 0) && (std::isinf(block.hi) || x[0] <= 0);
      case CARDAN_CONE:
        return x[0] >= 0 && zero(x + 1, block.dim - 1);
      case CARDAN_CONE_CONVEX: {
        double sum = 0;
        for (int i = 1; i < block.dim; ++i) sum += x[i] * x[i];
        return std::sqrt(sum) <= block.mu * x[0] * (1 + 8 * kRoundoff) && x[0] >= 0;
      }
      default:
        return zero(x, block.dim);
    }
  }

  /// Lower bound of λᵀu for an answer within the tolerance.
  static double room(const sdk::ProblemView& problem, const double* lambda) {
    double size = 0;
    for (const cardan_block& block : problem.blocks()) {
      const double mu = block.kind == CARDAN_CONE ? block.mu : 0;
      for (int i = block.row; i < block.row + block.dim; ++i) {
        size += (1 + mu) * std::fabs(lambda[i]) / (problem.weight(i) * problem.step(i));
      }
    }
    return 4 * problem.tolerance() * size;
  }

  /// g = Y (Yᵀ λ) + Sᵀ λ and λᵀ A λ.
  void form(const sdk::ProblemView& problem, const double* lambda) {
    const int m = problem.m();
    std::fill(z_.begin(), z_.begin() + problem.cols(), Sum{});
    std::fill(g_.begin(), g_.begin() + m, Sum{});
    work_ = {};
    columns_ = 0;
    for (int i = 0; i < m; ++i) {
      const sdk::SparseRow y = problem.Y_row(i), s = problem.S_row(i);
      for (int k = 0; k < y.size; ++k) z_[y.index[k]].add(y.value[k] * lambda[i]);
      for (int k = 0; k < s.size; ++k) {
        g_[s.index[k]].add(s.value[k] * lambda[i]);
        work_.add(s.value[k] * lambda[i] * lambda[s.index[k]]);
      }
    }
    for (int k = 0; k < problem.cols(); ++k) {
      Sum& z = z_[k];
      work_.add(z.value * z.value, z.magnitude * z.magnitude);
      if (z.share() > kVanishes) continue;
      columns_ = std::max(columns_, z.share());
      z.value = 0;
    }
    for (int i = 0; i < m; ++i) {
      const sdk::SparseRow y = problem.Y_row(i);
      for (int k = 0; k < y.size; ++k) g_[i].add(y.value[k] * z_[y.index[k]].value);
    }
  }

  double largest_share(const sdk::ProblemView& problem) const {
    double share = columns_;
    for (const cardan_block& block : problem.blocks()) {
      for (int i = block.row; i < block.row + block.dim; ++i) {
        if (block.kind == CARDAN_NONNEGATIVE && g_[i].value <= 0) continue;
        share = std::max(share, g_[i].share());
      }
    }
    return share;
  }

  /// True if λᵀAλ exceeds rounding: A is then positive definite along λ, so impulses along λ can
  /// stop the motion.
  bool moves() const { return work_.value > 64 * kRoundoff * work_.magnitude; }

  std::vector<Sum> z_, g_;
  Sum work_;
  double columns_ = 0;
};

}  // namespace cardan::solvers
