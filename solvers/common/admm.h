#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "solvers/common/body_matrix.h"
#include "solvers/common/dense_cholesky.h"
#include "solvers/common/dense_storage.h"
#include "solvers/common/scaled_matrix.h"

namespace cardan::solvers {

/// The alternating direction method of multipliers on the equilibrated problem, Ã = D A D,
/// x = D⁻¹ λ, with the De Saxcé shift s of the last dual [Carpentier et al. 2024]:
///   x = (Ã + (η + ρ) I)⁻¹ (−b̃ − s + ρ y + η x + z),   y = P(x − z/ρ),   z −= ρ (x − y).
/// At a fixed point z = û, and y = x solves the problem. Bounds that depend on a parent's impulse
/// use the last y. The first ρ comes from the spectrum of Ã; later values balance the two
/// residuals. Each change of ρ needs a factorisation, so the intervals between changes grow.
/// Convergence is not proven for Coulomb's law.
class Admm {
 public:
  enum class Ending { kTolerance, kLimit, kCancelled, kSingular };

  /// dense_rows: maximum number of rows of problems without a BodyMatrix.
  void reserve(int dense_rows) { reserve(dense_rows, dense_rows, dense_rows); }
  void reserve(int dense_rows, int rows, int cols) {
    factor_.resize(static_cast<std::size_t>(dense_rows) * dense_rows);
    for (auto* v : {&x_, &y_, &z_, &b_, &rhs_, &shift_, &y_before_, &lambda_, &u_, &S_}) {
      v->resize(rows);
    }
    w_.resize(std::max(rows, cols));
  }

  /// Starts from lambda, whose velocity gives the first dual. problem and A must outlive run().
  /// bodies: the analysed matrix of a problem with a diagonal S; A then contains only the scale.
  /// Null for a dense A.
  void start(const sdk::ProblemView& problem, const ScaledMatrix& A, const double* lambda,
             BodyMatrix* bodies = nullptr) {
    problem_ = &problem;
    A_ = &A;
    bodies_ = bodies;
    m_ = problem.m();
    low_rank_ = has_low_rank();
    iteration_ = 0;
    next_balance_ = kFirstBalance;
    for (int i = 0; i < m_; ++i) {
      b_[i] = A.d(i) * problem.b(i);
      x_[i] = lambda[i] / A.d(i);
    }
    multiply(x_.data(), z_.data());
    for (int i = 0; i < m_; ++i) z_[i] += b_[i];
    for (const cardan_block& block : problem.blocks()) start_dual(block, z_.data() + block.row);
    for (int i = 0; i < m_; ++i) y_[i] = x_[i];
    project(x_.data(), y_.data());
    set_first_rho();
    factored_ = false;
  }

  /// Runs at most `steps` more iterations. offer(λ, u) is called with every kCheck-th y and returns
  /// whether y meets the tolerance. spend() is called before every iteration and returns whether
  /// the budget allows the iteration.
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

  /// Estimated floating-point operations of one iteration.
  double work() const {
    const double n = low_rank_ ? problem_->cols() : m_;
    const double solve = bodies_ != nullptr ? bodies_->solve_work() : 4 * n * n;
    return solve + (low_rank_ ? 8.0 * problem_->raw().Y.start[m_] : 0.0);
  }
  /// λ of the last offered y.
  const double* lambda() const { return lambda_.data(); }

 private:
  static constexpr double kEta = 1e-6;  ///< proximal weight, needed because Ã may be singular
  static constexpr int kCheck = 5, kFirstBalance = 20;

  /// Replaces u, given in z, with the first û: the normal part is made nonnegative, and the shift
  /// of a CONE is added.
  static void start_dual(const cardan_block& block, double* z) {
    if (block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX) {
      const double slip = sdk::norm(z + 1, block.dim - 1);
      z[0] = std::max(z[0], 0.0) + (block.kind == CARDAN_CONE ? block.mu * slip : 0.0);
    } else if (block.kind == CARDAN_NONNEGATIVE) {
      for (int i = 0; i < block.dim; ++i) z[i] = std::max(z[i], 0.0);
    }
  }

  /// ρ = √(L m) (L/m)^0.2 with L the largest eigenvalue of Ã (power method) and m = η.
  void set_first_rho() {
    constexpr int kPowerSteps = 15;
    for (int i = 0; i < m_; ++i) rhs_[i] = 1 + 0.1 * ((i * 7) % 11);
    double largest = 1;
    for (int k = 0; k < kPowerSteps; ++k) {
      multiply(rhs_.data(), shift_.data());
      largest = sdk::norm(shift_.data(), m_) / std::max(sdk::norm(rhs_.data(), m_), 1e-300);
      if (!(largest > 0) || !std::isfinite(largest)) break;
      for (int i = 0; i < m_; ++i) rhs_[i] = shift_[i] / largest;
    }
    if (!(largest > 0) || !std::isfinite(largest)) largest = 1;
    rho_ = std::sqrt(largest * kEta) * std::pow(largest / kEta, 0.2);
  }

  /// Returns whether Y has so few columns that products with it are cheaper, and S is diagonal.
  /// Fills S_ = D S D.
  bool has_low_rank() {
    const int cols = problem_->cols();
    if (cols == 0 || (bodies_ == nullptr && cols > 0.6 * m_)) return false;
    for (int i = 0; i < m_; ++i) {
      const sdk::SparseRow row = problem_->S_row(i);
      S_[i] = 0;
      for (int k = 0; k < row.size; ++k) {
        if (row.index[k] == i) {
          S_[i] = A_->d(i) * row.value[k] * A_->d(i);
        } else if (row.value[k] != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /// y = Ã x.
  void multiply(const double* x, double* y) {
    if (!low_rank_) return A_->multiply(x, y);
    std::fill(w_.begin(), w_.begin() + problem_->cols(), 0.0);
    for (int i = 0; i < m_; ++i) sdk::add(problem_->Y_row(i), A_->d(i) * x[i], w_.data());
    for (int i = 0; i < m_; ++i) {
      y[i] = A_->d(i) * sdk::dot(problem_->Y_row(i), w_.data()) + S_[i] * x[i];
    }
  }

  /// Factors Ã + (η + ρ) I, or, with B = D S D + (η + ρ) I diagonal, H = I + Ỹᵀ B⁻¹ Ỹ, Ỹ = D Y.
  bool factor() {
    if (bodies_ != nullptr) return factor_bodies();
    const int n = low_rank_ ? problem_->cols() : m_;
    const auto row = [this, n](int i) { return factor_.data() + static_cast<std::size_t>(i) * n; };
    for (int i = 0; i < n; ++i) {
      if (low_rank_) {
        std::fill(row(i) + i, row(i) + n, 0.0);
        row(i)[i] = 1;
      } else {
        std::copy(A_->row(i) + i, A_->row(i) + m_, row(i) + i);
        row(i)[i] += kEta + rho_;
      }
    }
    for (int i = 0; i < m_ && low_rank_; ++i) {
      const sdk::SparseRow y = problem_->Y_row(i);
      const double f = A_->d(i) * A_->d(i) / (S_[i] + kEta + rho_);
      for (int a = 0; a < y.size; ++a) {
        for (int b = a; b < y.size; ++b) {
          row(y.index[a])[y.index[b]] += f * y.value[a] * y.value[b];
        }
      }
    }
    factored_ = factor_cholesky(factor_.data(), n);
    return factored_;
  }

  bool factor_bodies() {
    bodies_->clear();
    for (int i = 0; i < m_; ++i) {
      const double f = A_->d(i) * A_->d(i) / (S_[i] + kEta + rho_);
      bodies_->add(*problem_, i, 1, &f);
    }
    factored_ = bodies_->factor();
    return factored_;
  }

  /// x := (Ã + (η + ρ) I)⁻¹ x, with the inverse B⁻¹ − B⁻¹ Ỹ H⁻¹ Ỹᵀ B⁻¹ if the rank is low.
  void solve(double* x) {
    if (!low_rank_) return solve_cholesky(factor_.data(), m_, x);
    std::fill(w_.begin(), w_.begin() + problem_->cols(), 0.0);
    for (int i = 0; i < m_; ++i) {
      x[i] /= S_[i] + kEta + rho_;
      sdk::add(problem_->Y_row(i), A_->d(i) * x[i], w_.data());
    }
    if (bodies_ != nullptr) {
      bodies_->solve(w_.data());
    } else {
      solve_cholesky(factor_.data(), problem_->cols(), w_.data());
    }
    for (int i = 0; i < m_; ++i) {
      x[i] -= A_->d(i) * sdk::dot(problem_->Y_row(i), w_.data()) / (S_[i] + kEta + rho_);
    }
  }

  void iterate() {
    ++iteration_;
    for (int i = 0; i < m_; ++i) rhs_[i] = -b_[i] + rho_ * y_[i] + kEta * x_[i] + z_[i];
    for (const cardan_block& block : problem_->blocks()) {
      if (block.kind != CARDAN_CONE) continue;
      rhs_[block.row] -= block.mu * sdk::norm(z_.data() + block.row + 1, block.dim - 1);
    }
    std::copy(x_.begin(), x_.begin() + m_, u_.begin());
    solve(rhs_.data());
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

  /// Multiplies ρ by √(primal/dual), limited to a factor of 30, at growing intervals.
  void balance() {
    next_balance_ = iteration_ + iteration_ / 2 + kFirstBalance;
    const double ratio = primal_ / std::max(dual_, 1e-300);
    if (ratio > 0.1 && ratio < 10) return;
    rho_ *= std::clamp(std::sqrt(ratio), 1.0 / 30, 30.0);
    rho_ = std::clamp(rho_, 1e-9, 1e9);
    factored_ = false;
  }

  /// y = P(a) in the scaled space; bounds that depend on a parent use the previous y.
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
    multiply(y_.data(), u_.data());
    for (int i = 0; i < m_; ++i) {
      lambda_[i] = A_->d(i) * y_[i];
      u_[i] = (u_[i] + b_[i]) / A_->d(i);
    }
    return offer(lambda_.data(), u_.data());
  }

  const sdk::ProblemView* problem_ = nullptr;
  const ScaledMatrix* A_ = nullptr;
  BodyMatrix* bodies_ = nullptr;
  int m_ = 0, iteration_ = 0, next_balance_ = 0;
  double rho_ = 1, primal_ = 0, dual_ = 0;
  bool factored_ = false, low_rank_ = false;
  DenseStorage<double> factor_;  ///< Uᵀ U of factor()
  std::vector<double> S_, w_;    ///< for low rank: diagonal of D S D, and scratch of cols()
  std::vector<double> x_, y_, z_, b_, rhs_, shift_, y_before_, lambda_, u_;
};

}  // namespace cardan::solvers
