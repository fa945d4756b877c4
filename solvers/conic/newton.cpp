#include "newton.h"

#include <algorithm>
#include <cmath>

#include "../common/dense_lu.h"
#include "../common/small_matrix.h"
#include "cardan/sdk/natural_map.h"
#include "cardan/sdk/projections.h"
#include "cardan/sdk/velocity.h"
#include "work.h"

namespace cardan::conic {

using solvers::kMaxDim;

namespace {

/// Regularisation of the Newton matrix alone (the map itself stays exact): a step is a proximal
/// step around the present point, which singular matrices of redundant rows need.
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

void Newton::form(const sdk::ProblemView& problem, const Cells& cells, Budget& budget) {
  problem_ = &problem;
  cells_ = &cells;
  bodies_ = nullptr;
  m_ = problem.m();
  A_.form(problem);
  budget.work += kDense * (2 * entries_of_Y(problem) + 4.0 * m_) * m_;
  for (int i = 0; i < m_; ++i) b_[i] = A_.d(i) * problem.b(i);
}

void Newton::form_sparse(const sdk::ProblemView& problem, const Cells& cells,
                         solvers::BodyMatrix& bodies) {
  problem_ = &problem;
  cells_ = &cells;
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
  compute_product(*problem_, *cells_, lambda_.data(), w_.data(), y);
  for (int i = 0; i < m_; ++i) y[i] *= A_.d(i);
}

void Newton::start_from(const double* lambda) {
  for (int i = 0; i < m_; ++i) x_[i] = lambda[i] / A_.d(i);
  multiply(x_.data(), u_.data());
  for (int i = 0; i < m_; ++i) u_[i] += b_[i];
}

Set Newton::scaled_set(const Cell& cell, const double* x) const {
  const double d = A_.d(cell.row);
  Set set{cell.kind, cell.dim, cell.mu, cell.lo / d, cell.hi / d};
  if (cell.parent >= 0) {
    set.hi = cell.mu * A_.d(cell.parent) / d * std::max(x[cell.parent], 0.0);
    set.lo = -set.hi;
  }
  return set;
}

double Newton::evaluate(const double* x, const double* u, double* F) const {
  double sum = 0;
  for (int k = 0; k < cells_->size(); ++k) {
    const Cell& cell = (*cells_)[k];
    const Set set = scaled_set(cell, x);
    double v[kMaxDim] = {}, a[kMaxDim] = {};
    for (int i = 0; i < cell.dim; ++i) {
      const int row = cell.row + i;
      v[i] = u[row] + epsilon_ * (x[row] - centre_[row]);
    }
    shift(set, v, a);
    for (int i = 0; i < cell.dim; ++i) a[i] = x[cell.row + i] - a[i];
    project(set, a, v);
    for (int i = 0; i < cell.dim; ++i) {
      F[cell.row + i] = x[cell.row + i] - v[i];
      sum += F[cell.row + i] * F[cell.row + i];
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
  const Cell& cell = (*cells_)[k];
  const int dim = cell.dim;
  const Set set = scaled_set(cell, x_.data());
  double v[kMaxDim] = {}, a[kMaxDim] = {}, DP[kMaxDim * kMaxDim], by_bound[kMaxDim];
  for (int i = 0; i < dim; ++i) {
    const int row = cell.row + i;
    v[i] = u_[row] + epsilon_ * (x_[row] - centre_[row]);
  }
  shift(set, v, a);
  for (int i = 0; i < dim; ++i) a[i] = x_[cell.row + i] - a[i];
  differentiate(set, a, DP, by_bound);
  const bool leaves = vanishes(DP, by_bound, dim);
  const double slip = cell.kind == CARDAN_CONE ? sdk::norm(v + 1, dim - 1) : 0.0;
  for (int i = 0; i < dim; ++i) {
    const int row = cell.row + i;
    by_bound_[row] = by_bound[i];
    position_[row] = leaves ? -1 : active_++;
    for (int j = 0; j < dim; ++j) {
      DP_[row * kMaxDim + j] = DP[i * dim + j];
      // C = DP Û, Û = I + μ e_n (0, u_tᵀ/‖u_t‖), zero subgradient at u_t = 0.
      const double direction = j > 0 && slip > 0 ? cell.mu * v[j] / slip : 0.0;
      C_[row * kMaxDim + j] = DP[i * dim + j] + DP[i * dim] * direction;
    }
  }
}

void Newton::assemble_cell(int k, double shift) {
  const Cell& cell = (*cells_)[k];
  if (position_[cell.row] < 0) return;
  for (int i = 0; i < cell.dim; ++i) {
    const int row = cell.row + i, at = position_[row];
    double* J = J_.data() + static_cast<std::size_t>(at) * active_;
    std::fill(J, J + active_, 0.0);
    double rhs = -F_[row];
    for (int c = 0; c < cell.dim; ++c) {
      const double factor = C_[row * kMaxDim + c];
      if (factor == 0) continue;
      const double* A = A_.row(cell.row + c);
      for (int j = 0; j < m_; ++j) {
        // Rows that have left the system move by −F_j.
        if (position_[j] >= 0) {
          J[position_[j]] += factor * A[j];
        } else {
          rhs += factor * A[j] * F_[j];
        }
      }
    }
    for (int c = 0; c < cell.dim; ++c) {
      J[position_[cell.row + c]] += (i == c ? 1.0 : 0.0) - DP_[row * kMaxDim + c] +
                                    (epsilon_ + shift) * C_[row * kMaxDim + c];
    }
    if (cell.parent >= 0 && by_bound_[row] != 0 && x_[cell.parent] > 0) {
      const double slope = by_bound_[row] * cell.mu * A_.d(cell.parent) / A_.d(cell.row);
      if (position_[cell.parent] >= 0) {
        J[position_[cell.parent]] -= slope;
      } else {
        rhs -= slope * F_[cell.parent];
      }
    }
    rhs_[at] = rhs;
  }
}

bool Newton::compute_sparse_step(double shift, Budget& budget) {
  bodies_->clear();
  std::fill(w_.begin(), w_.begin() + problem_->cols(), 0.0);
  for (int k = 0; k < cells_->size(); ++k) {
    const Cell& cell = (*cells_)[k];
    const int dim = cell.dim, row = cell.row;
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
              C[j] * (d * d * sdk::S_entry(*problem_, row + j, row + j) + epsilon_ + shift);
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
    add_impulse(*problem_, cell, y, w_.data());
    if (position_[row] >= 0) bodies_->add(*problem_, row, dim, scaled);
  }
  ++budget.factorizations;
  // Each contact adds four blocks of 6 × 6 to the matrix.
  budget.work += bodies_->factor_work() + 600.0 * m_ + product_work(*problem_);
  if (!bodies_->factor()) return false;
  bodies_->solve(w_.data());
  for (int k = 0; k < cells_->size(); ++k) {
    const Cell& cell = (*cells_)[k];
    for (int i = 0; i < cell.dim; ++i) {
      const int row = cell.row + i;
      for (int j = 0; j < cell.dim; ++j) {
        const int other = cell.row + j;
        step_[row] -=
            C_[row * kMaxDim + j] * A_.d(other) * sdk::dot(problem_->Y_row(other), w_.data());
      }
    }
  }
  multiply(step_.data(), A_step_.data());
  return std::all_of(step_.begin(), step_.begin() + m_, [](double s) { return std::isfinite(s); });
}

bool Newton::compute_step(double shift, Budget& budget) {
  active_ = 0;
  for (int k = 0; k < cells_->size(); ++k) linearise(k);
  if (bodies_ != nullptr) return compute_sparse_step(shift, budget);
  for (int k = 0; k < cells_->size(); ++k) assemble_cell(k, shift);
  ++budget.factorizations;
  // Up to three products of each row with the matrix, the factors, and a product.
  budget.work += lu_work(active_) + kDense * (6.0 * active_ + 2.0 * m_) * m_;
  if (!(solvers::factor_lu(J_.data(), active_, active_, swaps_.data()) > 0)) return false;
  solvers::solve_lu(J_.data(), active_, active_, swaps_.data(), rhs_.data());
  for (int i = 0; i < m_; ++i) step_[i] = position_[i] >= 0 ? rhs_[position_[i]] : -F_[i];
  A_.multiply(step_.data(), A_step_.data());
  return std::all_of(step_.begin(), step_.begin() + m_, [](double s) { return std::isfinite(s); });
}

bool Newton::solve_modes(const double* start, int max_steps, solvers::Best& best, Budget& budget) {
  const int patience = m_ <= 100 ? 3 : 2;  // steps of large problems are expensive
  epsilon_ = 0;
  start_from(start);
  int idle = 0;
  for (int k = 0; k < max_steps && !budget.exhausted(); ++k) {
    evaluate(x_.data(), u_.data(), F_.data());
    if (!compute_step(kShift, budget)) return false;
    ++budget.iterations;
    for (int i = 0; i < m_; ++i) x_[i] += step_[i];
    multiply(x_.data(), u_.data());
    for (int i = 0; i < m_; ++i) u_[i] += b_[i];
    const double before = best.residual();
    if (judge(best)) return true;
    idle = best.residual() < before ? 0 : idle + 1;
    if (idle >= patience) return false;
  }
  return false;
}

bool Newton::search(double reference) {
  constexpr double kArmijo = 2e-4;
  constexpr int kHalvings = 12;
  double length = 1;
  for (int h = 0; h < kHalvings; ++h, length *= 0.5) {
    for (int i = 0; i < m_; ++i) {
      trial_x_[i] = x_[i] + length * step_[i];
      trial_u_[i] = u_[i] + length * A_step_[i];
    }
    if (evaluate(trial_x_.data(), trial_u_.data(), trial_F_.data()) <=
        (1 - kArmijo * length) * reference) {
      x_.swap(trial_x_);
      u_.swap(trial_u_);
      return true;
    }
  }
  return false;
}

Newton::Ending Newton::solve_subproblem(int& steps, solvers::Best& best, Budget& budget) {
  constexpr int kMemory = 4, kInner = 15;
  double history[kMemory] = {};
  double merit = evaluate(x_.data(), u_.data(), F_.data());
  const double target = 1e-4 * merit;
  for (int k = 0; k < kInner; ++k) {
    if (steps <= 0 || budget.exhausted()) return Ending::kBudget;
    history[k % kMemory] = merit;
    const double reference = *std::max_element(history, history + kMemory);
    --steps;
    ++budget.iterations;
    if (!compute_step(kShift, budget) || !search(reference)) return Ending::kStuck;
    if (judge(best)) return Ending::kTolerance;
    merit = evaluate(x_.data(), u_.data(), F_.data());
    if (merit <= target) return Ending::kSolved;
    // Less than a fifth in three steps: it crawls, and a larger ε is the cheaper way.
    if (k >= kMemory - 1 && merit > 0.8 * history[(k + 1) % kMemory]) break;
  }
  return Ending::kSlow;
}

bool Newton::solve_proximal(const double* start, int max_steps, solvers::Best& best,
                            Budget& budget) {
  constexpr double kLargest = 1e2, kSmallest = 1e-10;
  double epsilon = 1e-6, shrink = 0.1;
  start_from(start);
  centre_ = x_;
  while (epsilon <= kLargest) {
    epsilon_ = epsilon;
    const Ending ending = solve_subproblem(max_steps, best, budget);
    if (ending == Ending::kTolerance) return true;
    if (ending == Ending::kBudget) return false;
    if (ending == Ending::kSolved) {
      // Over-relaxed: the centre goes as far beyond x as x is from the old centre.
      for (int i = 0; i < m_; ++i) centre_[i] = 2 * x_[i] - centre_[i];
      epsilon = std::max(shrink * epsilon, kSmallest);
      shrink = std::max(0.1, 0.5 * shrink);
    } else {
      if (ending == Ending::kStuck) start_from(best.lambda());
      centre_ = x_;
      epsilon *= 10;
      shrink = 0.7;
    }
  }
  return false;
}

}  // namespace cardan::conic
