#include "solvers/pgs/group_solve.h"

#include <algorithm>
#include <cmath>

#include "solvers/common/dense_lu.h"

namespace cardan::pgs {
namespace {

constexpr double kSingular = 1e-14;  ///< smallest pivot over the largest
constexpr double kZero = 1e-13;      ///< fraction of the largest value that counts as rounding
constexpr double kTie = 1e-12;
constexpr int kCovers = 3;

double largest(const std::vector<double>& x, int n) {
  double size = 0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::fabs(x[i]));
  return size;
}

}  // namespace

void GroupSolver::reserve(int rows) {
  const std::size_t n = rows;
  M_.resize(n * n);
  B_.resize(n * n);
  for (auto* v : {&q_, &cover_, &values_, &direction_, &unit_}) v->resize(n);
  for (auto* v : {&basis_, &swaps_, &ties_}) v->resize(n);
}

bool GroupSolver::solve(const double* W, const double* q, const double* d, const char* is_free,
                        int n, double* x) {
  n_ = n;
  is_free_ = is_free;
  for (int i = 0; i < n; ++i) {
    q_[i] = d[i] * q[i];
    for (int j = 0; j < n; ++j) M_[i * n + j] = d[i] * W[i * n + j] * d[j];
  }
  bool solved = try_basis_of(x);
  for (int which = 0; !solved && which < kCovers; ++which) solved = pivot_from_slacks(which);
  if (solved) read_solution(d, x);
  return solved;
}

// Columns of u − M x − c z₀ = q.
void GroupSolver::set_column(int variable, int column) {
  basis_[column] = variable;
  for (int i = 0; i < n_; ++i) {
    double entry = i == variable ? 1.0 : 0.0;
    if (variable == 2 * n_) {
      entry = -cover_[i];
    } else if (variable >= n_) {
      entry = -M_[i * n_ + variable - n_];
    }
    B_[i * n_ + column] = entry;
  }
}

bool GroupSolver::factor() {
  for (int column = 0; column < n_; ++column) set_column(basis_[column], column);
  return solvers::factor_lu(B_.data(), n_, n_, swaps_.data()) > kSingular;
}

bool GroupSolver::is_restricted(int row) const {
  const int variable = basis_[row];
  return variable == 2 * n_ || variable < n_ || is_free_[variable - n_] == 0;
}

bool GroupSolver::compute_values() {
  std::copy(q_.begin(), q_.begin() + n_, values_.begin());
  solvers::solve_lu(B_.data(), n_, n_, swaps_.data(), values_.data());
  const double zero = kZero * largest(values_, n_);
  for (int i = 0; i < n_; ++i) {
    if (!(values_[i] >= -zero) && is_restricted(i)) return false;
  }
  return true;
}

bool GroupSolver::try_basis_of(const double* x) {
  for (int i = 0; i < n_; ++i) basis_[i] = is_free_[i] != 0 || x[i] > 0 ? n_ + i : i;
  return factor() && compute_values();
}

bool GroupSolver::pivot_from_slacks(int which) {
  for (int i = 0; i < n_; ++i) {
    const double weyl = (i + 1) * 0.61803398874989485 * which;
    cover_[i] = is_free_[i] != 0 ? 0 : 0.5 + (which == 0 ? 0.5 : weyl - std::floor(weyl));
    basis_[i] = is_free_[i] != 0 ? n_ + i : i;
  }
  if (!factor()) return false;
  if (compute_values()) return true;
  // z₀ replaces the most negative variable; among equal ones, the last, which is the
  // lexicographically smallest.
  int leaving = -1;
  for (int i = 0; i < n_; ++i) {
    if (is_free_[i] != 0 || values_[i] >= 0) continue;
    if (leaving < 0 || values_[i] / cover_[i] <= values_[leaving] / cover_[leaving]) leaving = i;
  }
  int left = basis_[leaving];
  basis_[leaving] = 2 * n_;
  for (int count = 0; count < 20 + 10 * n_; ++count) {
    if (!factor()) return false;
    compute_values();
    // The complement of the variable that has left enters.
    const int entering = left < n_ ? left + n_ : left - n_;
    for (int i = 0; i < n_; ++i) {
      direction_[i] = entering >= n_ ? -M_[i * n_ + entering - n_] : (i == entering ? 1.0 : 0.0);
    }
    solvers::solve_lu(B_.data(), n_, n_, swaps_.data(), direction_.data());
    leaving = choose_leaving();
    if (leaving < 0) return false;
    left = basis_[leaving];
    basis_[leaving] = entering;
    if (left == 2 * n_) return factor() && compute_values();
  }
  return false;
}

int GroupSolver::choose_leaving() {
  const double threshold = 1e-11 * largest(direction_, n_), size = largest(values_, n_);
  double least = HUGE_VAL;
  for (int i = 0; i < n_; ++i) {
    if (direction_[i] > threshold && is_restricted(i)) {
      least = std::min(least, std::max(values_[i], 0.0) / direction_[i]);
    }
  }
  int count = 0;
  for (int i = 0; i < n_; ++i) {
    if (!(direction_[i] > threshold) || !is_restricted(i)) continue;
    const double ratio = std::max(values_[i], 0.0) / direction_[i];
    if (ratio > least + kTie * (least + size / direction_[i])) continue;
    if (basis_[i] == 2 * n_) return i;
    ties_[count++] = i;
  }
  return count > 0 ? break_tie(count) : -1;
}

int GroupSolver::break_tie(int count) {
  for (int j = 0; j < n_ && count > 1; ++j) {
    std::fill(unit_.begin(), unit_.begin() + n_, 0.0);
    unit_[j] = 1;
    solvers::solve_lu(B_.data(), n_, n_, swaps_.data(), unit_.data());
    double least = HUGE_VAL;
    for (int k = 0; k < count; ++k) {
      least = std::min(least, unit_[ties_[k]] / direction_[ties_[k]]);
    }
    int kept = 0;
    for (int k = 0; k < count; ++k) {
      const double ratio = unit_[ties_[k]] / direction_[ties_[k]];
      if (ratio <= least + kTie * (1 + std::fabs(least))) ties_[kept++] = ties_[k];
    }
    count = kept;
  }
  return ties_[0];
}

void GroupSolver::read_solution(const double* d, double* x) const {
  std::fill(x, x + n_, 0.0);
  for (int column = 0; column < n_; ++column) {
    const int i = basis_[column] - n_;
    if (i < 0 || i >= n_) continue;
    x[i] = d[i] * (is_free_[i] != 0 ? values_[column] : std::max(values_[column], 0.0));
  }
}

}  // namespace cardan::pgs
