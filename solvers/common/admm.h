#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "cardan/sdk/natural_map.h"
#include "cardan/sdk/projections.h"
#include "dense_cholesky.h"
#include "scaled_matrix.h"

namespace cardan::solvers {

/// The alternating direction method of multipliers on the equilibrated problem, Ã = D A D,
/// x = D⁻¹ λ, with the De Saxcé shift s of the last dual [Carpentier et al. 2024]:
///   x = (Ã + (η + ρ) I)⁻¹ (−b̃ − s + ρ y + η x + z),   y = P(x − z/ρ),   z −= ρ (x − y).
/// At a fixed point z = û and y = x solves the problem. Bounds that move with a parent's impulse
/// are those of the last y. ρ starts from the spectrum and follows the two residuals, a
/// factorisation each time: few, at growing intervals. No proof for Coulomb's law.
class Admm {
 public:
  enum class Ending { kTolerance, kLimit, kCancelled, kSingular };

  void reserve(int rows) {
    factor_.resize(static_cast<std::size_t>(rows) * rows);
    for (auto* v : {&x_, &y_, &z_, &b_, &rhs_, &shift_, &y_before_, &lambda_, &u_}) v->resize(rows);
  }

  /// From lambda, whose velocity gives the first dual; problem and A must outlive run().
  void start(const sdk::ProblemView& problem, const ScaledMatrix& A, const double* lambda) {
    problem_ = &problem;
    A_ = &A;
    m_ = problem.m();
    iteration_ = 0;
    next_balance_ = kFirstBalance;
    for (int i = 0; i < m_; ++i) {
      b_[i] = A.d(i) * problem.b(i);
      x_[i] = lambda[i] / A.d(i);
    }
    A.multiply(x_.data(), z_.data());
    for (int i = 0; i < m_; ++i) z_[i] += b_[i];
    for (const cardan_block& block : problem.blocks()) start_dual(block, z_.data() + block.row);
    for (int i = 0; i < m_; ++i) y_[i] = x_[i];
    project(x_.data(), y_.data());
    set_first_rho();
    factored_ = false;
  }

  /// At most `steps` iterations more. offer(λ, u) is called with every kCheck-th y and says whether
  /// it meets the tolerance; spend() with every iteration, and says whether there is budget left.
  template <typename Offer, typename Spend>
  Ending run(int steps, int& factorizations, const Offer& offer, const Spend& spend) {
    for (int k = 0; k < steps; ++k) {
      if (!spend()) return Ending::kCancelled;
      if (!factored_) {
        ++factorizations;
        if (!factor()) return Ending::kSingular;
      }
      iterate();
      if (iteration_ % kCheck == 0 && offer_y(offer)) return Ending::kTolerance;
      if (iteration_ >= next_balance_) balance();
    }
    return offer_y(offer) ? Ending::kTolerance : Ending::kLimit;
  }

  /// λ of the last y that was offered.
  const double* lambda() const { return lambda_.data(); }

 private:
  static constexpr double kEta = 1e-6;  ///< proximal weight: Ã may be singular
  static constexpr int kCheck = 5, kFirstBalance = 20;

  /// û of the start: its own shift on top, and inside the dual cone, as the impulse −û of the polar
  /// one cannot be.
  static void start_dual(const cardan_block& block, double* z) {
    if (block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX) {
      const double slip = sdk::norm(z + 1, block.dim - 1);
      z[0] = std::max(z[0], 0.0) + (block.kind == CARDAN_CONE ? block.mu * slip : 0.0);
    } else if (block.kind == CARDAN_NONNEGATIVE) {
      for (int i = 0; i < block.dim; ++i) z[i] = std::max(z[i], 0.0);
    }
  }

  /// ρ = √(L m) (L/m)^0.2 with L the largest eigenvalue of Ã (power method), m its smallest bound.
  void set_first_rho() {
    constexpr int kPowerSteps = 15;
    for (int i = 0; i < m_; ++i) rhs_[i] = 1 + 0.1 * ((i * 7) % 11);
    double largest = 1;
    for (int k = 0; k < kPowerSteps; ++k) {
      A_->multiply(rhs_.data(), shift_.data());
      largest = sdk::norm(shift_.data(), m_) / std::max(sdk::norm(rhs_.data(), m_), 1e-300);
      if (!(largest > 0) || !std::isfinite(largest)) break;
      for (int i = 0; i < m_; ++i) rhs_[i] = shift_[i] / largest;
    }
    if (!(largest > 0) || !std::isfinite(largest)) largest = 1;
    rho_ = std::sqrt(largest * kEta) * std::pow(largest / kEta, 0.2);
  }

  bool factor() {
    for (int i = 0; i < m_; ++i) {
      double* row = factor_.data() + static_cast<std::size_t>(i) * m_;
      std::copy(A_->row(i) + i, A_->row(i) + m_, row + i);
      row[i] += kEta + rho_;
    }
    factored_ = factor_cholesky(factor_.data(), m_);
    return factored_;
  }

  void iterate() {
    ++iteration_;
    for (int i = 0; i < m_; ++i) rhs_[i] = -b_[i] + rho_ * y_[i] + kEta * x_[i] + z_[i];
    for (const cardan_block& block : problem_->blocks()) {
      if (block.kind != CARDAN_CONE) continue;
      rhs_[block.row] -= block.mu * sdk::norm(z_.data() + block.row + 1, block.dim - 1);
    }
    std::copy(x_.begin(), x_.begin() + m_, u_.begin());
    solve_cholesky(factor_.data(), m_, rhs_.data());
    double primal = 0, dual = 0;
    for (int i = 0; i < m_; ++i) {
      const double moved = kEta * (rhs_[i] - u_[i]);
      dual += moved * moved;
      x_[i] = rhs_[i];
      rhs_[i] = x_[i] - z_[i] / rho_;
      y_before_[i] = y_[i];
    }
    project(rhs_.data(), y_.data());
    for (int i = 0; i < m_; ++i) {
      const double gap = x_[i] - y_[i], moved = rho_ * (y_[i] - y_before_[i]);
      z_[i] -= rho_ * gap;
      primal += gap * gap;
      dual += moved * moved;
    }
    primal_ = std::sqrt(primal);
    dual_ = std::sqrt(dual);
  }

  /// ρ follows √(primal/dual), by a factor of 30 at most, at intervals that grow.
  void balance() {
    next_balance_ = iteration_ + iteration_ / 2 + kFirstBalance;
    const double ratio = primal_ / std::max(dual_, 1e-300);
    if (ratio > 0.1 && ratio < 10) return;
    rho_ *= std::clamp(std::sqrt(ratio), 1.0 / 30, 30.0);
    rho_ = std::clamp(rho_, 1e-9, 1e9);
    factored_ = false;
  }

  /// y = P(a), in the scaled space; bounds by the y of before.
  void project(const double* a, double* y) {
    for (int i = 0; i < m_; ++i) lambda_[i] = A_->d(i) * y[i];
    for (const cardan_block& block : problem_->blocks()) {
      double own[sdk::kMaxBlockDim] = {};
      const int row = block.row;
      if (block.kind == CARDAN_FREE || block.kind == CARDAN_NONNEGATIVE) {
        for (int i = row; i < row + block.dim; ++i) {
          y[i] = block.kind == CARDAN_FREE ? a[i] : std::max(a[i], 0.0);
        }
        continue;
      }
      for (int i = 0; i < block.dim; ++i) own[i] = A_->d(row + i) * a[row + i];
      sdk::project_block(block, lambda_.data(), own);
      for (int i = 0; i < block.dim; ++i) y[row + i] = own[i] / A_->d(row + i);
    }
  }

  template <typename Offer>
  bool offer_y(const Offer& offer) {
    A_->multiply(y_.data(), u_.data());
    for (int i = 0; i < m_; ++i) {
      lambda_[i] = A_->d(i) * y_[i];
      u_[i] = (u_[i] + b_[i]) / A_->d(i);
    }
    return offer(lambda_.data(), u_.data());
  }

  const sdk::ProblemView* problem_ = nullptr;
  const ScaledMatrix* A_ = nullptr;
  int m_ = 0, iteration_ = 0, next_balance_ = 0;
  double rho_ = 1, primal_ = 0, dual_ = 0;
  bool factored_ = false;
  std::vector<double> factor_;  ///< Uᵀ U = Ã + (η + ρ) I
  std::vector<double> x_, y_, z_, b_, rhs_, shift_, y_before_, lambda_, u_;
};

}  // namespace cardan::solvers
