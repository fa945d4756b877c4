#include "solvers/conic/newton.h"

#include <algorithm>
#include <cmath>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "solvers/common/dense_lu.h"
#include "solvers/common/small_matrix.h"
#include "solvers/conic/block_set.h"
#include "solvers/conic/work.h"

namespace cardan::conic {

using solvers::kMaxDim;

namespace {

/// Added to the diagonal of Ã only in the Newton matrix; the map stays exact. Steps are then
/// proximal steps around the current point, which the singular matrices of redundant rows require.
constexpr double kShift = 1e-8;

}  // namespace

void Newton::reserve(const cardan_size& size, int dense_rows) {
  const int rows = size.m;
  A_.reserve(dense_rows, rows, size.cols, size.nnz_Y);
  J_.resize(static_cast<std::size_t>(dense_rows) * dense_rows);
  w_.resize(size.cols);
  for (auto* v : {&b_, &x_, &u_, &F_, &step_, &A_step_, &centre_, &trial_x_, &trial_u_, &trial_F_,
                  &lambda_, &velocity_, &rhs_, &by_bound_}) {
    v->resize(rows);
  }
  DP_.resize(static_cast<std::size_t>(rows) * kMaxDim);
  C_.resize(DP_.size());
  position_.resize(rows);
  swaps_.resize(rows);
}

void Newton::form(const sdk::ProblemView& problem, const Blocks& blocks, Budget& budget) {
  problem_ = &problem;
  blocks_ = &blocks;
  bodies_ = nullptr;
  m_ = problem.m();
  A_.form(problem);
  budget.work += kDense * (2 * entries_of_Y(problem) + 4.0 * m_) * m_;
  for (int i = 0; i < m_; ++i) b_[i] = A_.d(i) * problem.b(i);
}

void Newton::form_sparse(const sdk::ProblemView& problem, const Blocks& blocks,
                         solvers::BodyMatrix& bodies) {
  problem_ = &problem;
  blocks_ = &blocks;
  bodies_ = &bodies;
  m_ = problem.m();
  A_.scale(problem);
  for (int i = 0; i < m_; ++i) b_[i] = A_.d(i) * problem.b(i);
}

double Newton::work() const {
  return bodies_ != nullptr ? bodies_->factor_work() : 2.0 / 3 * std::pow(m_, 3.0);
}

void Newton::multiply(const double* x, double* y) {
  if (bodies_ == nullptr) return A_.multiply(x, y);
  for (int i = 0; i < m_; ++i) lambda_[i] = A_.d(i) * x[i];
  compute_product(*problem_, *blocks_, lambda_.data(), w_.data(), y);
  for (int i = 0; i < m_; ++i) y[i] *= A_.d(i);
}

void Newton::start_from(const double* lambda) {
  for (int i = 0; i < m_; ++i) x_[i] = lambda[i] / A_.d(i);
  multiply(x_.data(), u_.data());
  for (int i = 0; i < m_; ++i) u_[i] += b_[i];
}

sdk::BlockSet Newton::scaled_set(const Block& block, const double* x) const {
  const double d = A_.d(block.row);
  sdk::BlockSet set{block.kind, block.dim, block.mu, block.lo / d, block.hi / d};
  if (block.parent >= 0) {
    set.hi = block.mu * A_.d(block.parent) / d * std::max(x[block.parent], 0.0);
    set.lo = -set.hi;
  }
  return set;
}

double Newton::evaluate(const double* x, const double* u, double* F) const {
  double sum = 0;
  for (int k = 0; k < blocks_->size(); ++k) {
    const Block& block = (*blocks_)[k];
    const sdk::BlockSet set = scaled_set(block, x);
    double v[kMaxDim] = {}, a[kMaxDim] = {};
    for (int i = 0; i < block.dim; ++i) {
      const int row = block.row + i;
      v[i] = u[row] + epsilon_ * (x[row] - centre_[row]);
    }
    sdk::shifted_velocity(set, v, a);
    for (int i = 0; i < block.dim; ++i) a[i] = x[block.row + i] - a[i];
    sdk::project(set, a);
    for (int i = 0; i < block.dim; ++i) {
      F[block.row + i] = x[block.row + i] - a[i];
      sum += F[block.row + i] * F[block.row + i];
    }
  }
  return 0.5 * sum;
}

bool Newton::judge(solvers::Best& best) {
  for (int i = 0; i < m_; ++i) {
    lambda_[i] = A_.d(i) * x_[i];
    velocity_[i] = u_[i] / A_.d(i);
  }
  const sdk::NaturalMap map = sdk::natural_map(*problem_, lambda_.data(), velocity_.data());
  best.offer(lambda_.data(), velocity_.data(), map.residual, map.worst_block);
  return map.residual <= problem_->tolerance();
}

void Newton::linearise(int k) {
  const Block& block = (*blocks_)[k];
  const int dim = block.dim;
  const sdk::BlockSet set = scaled_set(block, x_.data());
  double v[kMaxDim] = {}, a[kMaxDim] = {}, DP[kMaxDim * kMaxDim], by_bound[kMaxDim];
  for (int i = 0; i < dim; ++i) {
    const int row = block.row + i;
    v[i] = u_[row] + epsilon_ * (x_[row] - centre_[row]);
  }
  sdk::shifted_velocity(set, v, a);
  for (int i = 0; i < dim; ++i) a[i] = x_[block.row + i] - a[i];
  differentiate(set, a, DP, by_bound);
  const bool leaves = vanishes(DP, by_bound, dim);
  const double slip = block.kind == CARDAN_CONE ? sdk::norm(v + 1, dim - 1) : 0.0;
  for (int i = 0; i < dim; ++i) {
    const int row = block.row + i;
    by_bound_[row] = by_bound[i];
    position_[row] = leaves ? -1 : active_++;
    for (int j = 0; j < dim; ++j) {
      DP_[row * kMaxDim + j] = DP[i * dim + j];
      // C = DP Û, Û = I + μ e_n (0, u_tᵀ/‖u_t‖), zero subgradient at u_t = 0.
      const double direction = j > 0 && slip > 0 ? block.mu * v[j] / slip : 0.0;
      C_[row * kMaxDim + j] = DP[i * dim + j] + DP[i * dim] * direction;
    }
  }
}

void Newton::assemble_block(int k) {
  const Block& block = (*blocks_)[k];
  if (position_[block.row] < 0) return;
  for (int i = 0; i < block.dim; ++i) {
    const int row = block.row + i, at = position_[row];
    double* J = J_.data() + static_cast<std::size_t>(at) * active_;
    std::fill(J, J + active_, 0.0);
    double rhs = -F_[row];
    for (int c = 0; c < block.dim; ++c) {
      const double factor = C_[row * kMaxDim + c];
      if (factor == 0) continue;
      const double* A = A_.row(block.row + c);
      for (int j = 0; j < m_; ++j) {
        // Rows that are not in the system move by −F_j.
        if (position_[j] >= 0) {
          J[position_[j]] += factor * A[j];
        } else {
          rhs += factor * A[j] * F_[j];
        }
      }
    }
    for (int c = 0; c < block.dim; ++c) {
      J[position_[block.row + c]] += (i == c ? 1.0 : 0.0) - DP_[row * kMaxDim + c] +
                                     (epsilon_ + kShift) * C_[row * kMaxDim + c];
    }
    if (block.parent >= 0 && by_bound_[row] != 0 && x_[block.parent] > 0) {
      const double slope = by_bound_[row] * block.mu * A_.d(block.parent) / A_.d(block.row);
      if (position_[block.parent] >= 0) {
        J[position_[block.parent]] -= slope;
      } else {
        rhs -= slope * F_[block.parent];
      }
    }
    rhs_[at] = rhs;
  }
}

bool Newton::compute_sparse_step(Budget& budget) {
  bodies_->clear();
  std::fill(w_.begin(), w_.begin() + problem_->cols(), 0.0);
  for (int k = 0; k < blocks_->size(); ++k) {
    const Block& block = (*blocks_)[k];
    const int dim = block.dim, row = block.row;
    // G = M⁻¹ C, kept in C_, and −M⁻¹ F in step_.
    double G[kMaxDim * kMaxDim], scaled[kMaxDim * kMaxDim], y[kMaxDim];
    for (int c = 0; c <= dim; ++c) {
      double M[kMaxDim * kMaxDim], x[kMaxDim];
      for (int i = 0; i < dim; ++i) {
        const double* DP = &DP_[(row + i) * kMaxDim];
        const double* C = &C_[(row + i) * kMaxDim];
        for (int j = 0; j < dim; ++j) {
          const double d = A_.d(row + j);
          M[i * dim + j] =
              (i == j ? 1.0 : 0.0) - DP[j] +
              C[j] * (d * d * sdk::S_entry(*problem_, row + j, row + j) + epsilon_ + kShift);
        }
        x[i] = c < dim ? C[c] : -F_[row + i];
      }
      if (!solvers::solve_small(M, dim, x)) return false;
      for (int i = 0; i < dim; ++i) (c < dim ? G[i * dim + c] : step_[row + i]) = x[i];
    }
    for (int i = 0; i < dim; ++i) {
      y[i] = A_.d(row + i) * step_[row + i];
      for (int j = 0; j < dim; ++j) {
        C_[(row + i) * kMaxDim + j] = G[i * dim + j];
        scaled[i * dim + j] = A_.d(row + i) * G[i * dim + j] * A_.d(row + j);
      }
    }
    add_impulse(*problem_, block, y, w_.data());
    if (position_[row] >= 0) bodies_->add(*problem_, row, dim, scaled);
  }
  ++budget.factorizations;
  // Each contact adds four blocks of 6 × 6 to the matrix.
  budget.work += bodies_->factor_work() + 600.0 * m_ + product_work(*problem_);
  if (!bodies_->factor()) return false;
  bodies_->solve(w_.data());
  for (int k = 0; k < blocks_->size(); ++k) {
    const Block& block = (*blocks_)[k];
    for (int i = 0; i < block.dim; ++i) {
      const int row = block.row + i;
      for (int j = 0; j < block.dim; ++j) {
        const int other = block.row + j;
        step_[row] -=
            C_[row * kMaxDim + j] * A_.d(other) * sdk::dot(problem_->Y_row(other), w_.data());
      }
    }
  }
  multiply(step_.data(), A_step_.data());
  return std::all_of(step_.begin(), step_.begin() + m_, [](double s) { return std::isfinite(s); });
}

bool Newton::compute_step(Budget& budget) {
  active_ = 0;
  for (int k = 0; k < blocks_->size(); ++k) linearise(k);
  if (bodies_ != nullptr) return compute_sparse_step(budget);
  for (int k = 0; k < blocks_->size(); ++k) assemble_block(k);
  ++budget.factorizations;
  // Up to three products of each row with the matrix, the factors, a product, and the derivatives
  // and natural maps of all blocks, which cost more than the rest below some 50 rows.
  budget.work += lu_work(active_) + kDense * (6.0 * active_ + 2.0 * m_) * m_ + 400.0 * m_;
  if (!(solvers::factor_lu(J_.data(), active_, active_, swaps_.data()) > 0)) return false;
  solvers::solve_lu(J_.data(), active_, active_, swaps_.data(), rhs_.data());
  for (int i = 0; i < m_; ++i) step_[i] = position_[i] >= 0 ? rhs_[position_[i]] : -F_[i];
  A_.multiply(step_.data(), A_step_.data());
  return std::all_of(step_.begin(), step_.begin() + m_, [](double s) { return std::isfinite(s); });
}

}  // namespace cardan::conic
