#include "solvers/conic/polyhedral_lcp.h"

#include <algorithm>
#include <cmath>

#include "solvers/conic/work.h"

namespace cardan::conic {
namespace {

using solvers::Outcome;
using solvers::Pivoting;

/// Maximum number of variables of a row: BALL_MU with two rows has a regular octagon and a slack.
constexpr int kVariablesPerRow = 5;

/// Covering vector `which`: ones, then fixed positive vectors (Weyl sequences in [0.5, 1.5)).
double cover_entry(int which, int i) {
  constexpr double kIrrational[3] = {0, 0.61803398874989485, 0.75487766624669276};
  if (which == 0) return 1;
  const double x = (i + 1) * kIrrational[which];
  return 0.5 + (x - std::floor(x));
}

}  // namespace

void PolyhedralLcp::reserve(int rows, int cols) {
  no_solution_.reserve(rows, cols);
  const std::size_t n = static_cast<std::size_t>(rows) * kVariablesPerRow;
  dictionary_.reserve(static_cast<int>(n));
  variables_.resize(n);
  variable_of_row_.resize(rows);
  M_.resize(n * n);
  for (auto* v : {&q_, &cover_, &p_}) v->resize(n);
  offset_.resize(rows);
  row_.resize(rows);
  direction_.resize(rows);
  opening_.resize(rows);
}

void PolyhedralLcp::assemble(const sdk::ProblemView& problem) {
  const int n = count_, m = A_->rows();
  std::fill(M_.begin(), M_.begin() + static_cast<std::size_t>(n) * n, 0.0);
  const auto M = [this, n](int i, int j) -> double& {
    return M_[static_cast<std::size_t>(i) * n + j];
  };
  for (int i = 0; i < n; ++i) {
    const Variable& v = variables_[i];
    q_[i] = 0;
    if (v.dim == 0) {
      if (v.parent >= 0 && variable_of_row_[v.parent] >= 0) {
        M(i, variable_of_row_[v.parent]) += v.mu;
      } else if (v.parent < 0) {
        q_[i] = v.mu;  // the width of a box
      }
      continue;
    }
    std::fill(row_.begin(), row_.begin() + m, 0.0);
    for (int r = 0; r < v.dim; ++r) {
      const double f = v.direction[r];
      const double* A = A_->row(v.row + r);
      for (int j = 0; j < m; ++j) row_[j] += f * A[j];
      q_[i] += f * A_->d(v.row + r) * problem.b(v.row + r);
    }
    for (int j = 0; j < m; ++j) q_[i] += row_[j] * offset_[j];
    for (int j = 0; j < n; ++j) {
      const Variable& w = variables_[j];
      for (int r = 0; r < w.dim; ++r) M(i, j) += row_[w.row + r] * w.direction[r];
    }
    if (v.slack >= 0) {
      M(i, v.slack) += 1;
      M(v.slack, i) -= 1;
    }
  }
}

Outcome PolyhedralLcp::pivot(int cover, Pivoting& pivoting, Budget& budget) {
  for (int i = 0; i < count_; ++i) cover_[i] = cover_entry(cover, i);
  dictionary_.start(count_, M_.data(), q_.data(), cover_.data());
  const int limit = std::min(budget.limit - budget.iterations, 100 + 20 * count_);
  int pivots = 0;
  const double pivot_work = 2 * kDense * count_ * count_;
  budget.work += 3 * pivot_work;
  const Outcome outcome = pivoting.run(
      std::max(limit, 1),
      [&] {
        budget.work += pivot_work;
        return budget.out_of_work() || budget.cancelled(budget.self);
      },
      pivots);
  budget.iterations += pivots;
  return outcome;
}

void PolyhedralLcp::expand(bool with_offset, double* lambda) {
  const int m = A_->rows();
  for (int i = 0; i < m; ++i) lambda[i] = with_offset ? offset_[i] : 0.0;
  for (int j = 0; j < count_; ++j) {
    const Variable& v = variables_[j];
    for (int r = 0; r < v.dim; ++r) lambda[v.row + r] += p_[j] * v.direction[r];
  }
  for (int i = 0; i < m; ++i) lambda[i] *= A_->d(i);
}

void PolyhedralLcp::start(const sdk::ProblemView& problem, const solvers::ScaledMatrix& A,
                          const Blocks& blocks) {
  A_ = &A;
  blocks_ = &blocks;
  std::fill(direction_.begin(), direction_.begin() + problem.m(), 0.0);
  std::fill(opening_.begin(), opening_.begin() + problem.m(), M_PI / kRegularSides);
}

PolyhedralLcp::Ending PolyhedralLcp::solve(const sdk::ProblemView& problem, int cover,
                                           Budget& budget, double* lambda) {
  count_ = 0;
  std::fill(offset_.begin(), offset_.begin() + problem.m(), 0.0);
  std::fill(variable_of_row_.begin(), variable_of_row_.begin() + problem.m(), -1);
  for (int k = 0; k < blocks_->size(); ++k) add_block((*blocks_)[k]);
  assemble(problem);
  Pivoting pivoting(dictionary_);
  const Outcome outcome = pivot(cover, pivoting, budget);
  for (int i = 0; i < count_; ++i) {
    const int row = dictionary_.row_of(count_ + i);
    p_[i] = row >= 0 ? std::max(dictionary_.value(row), 0.0) : 0.0;
  }
  expand(true, lambda);
  if (outcome == Outcome::kRay) return Ending::kRay;
  if (outcome != Outcome::kSolved) return Ending::kLimit;
  refine(lambda);
  return Ending::kSolved;
}

bool PolyhedralLcp::find_self_stress(const sdk::ProblemView& problem, Budget& budget,
                                     double* lambda) {
  count_ = 0;
  std::fill(offset_.begin(), offset_.begin() + problem.m(), 0.0);
  for (int k = 0; k < blocks_->size(); ++k) add_normals((*blocks_)[k]);
  assemble(problem);
  Pivoting pivoting(dictionary_);
  if (pivot(0, pivoting, budget) != Outcome::kRay) return false;
  // Along the ray the basic variables grow by the column of the one that enters.
  const int column = dictionary_.column_of(pivoting.ray());
  for (int i = 0; i < count_; ++i) {
    const int row = dictionary_.row_of(count_ + i);
    p_[i] = row >= 0 ? std::max(dictionary_.entry(row, column), 0.0) : 0.0;
    if (count_ + i == pivoting.ray()) p_[i] = 1;
  }
  expand(false, lambda);
  return no_solution_.is_proven_by(problem, lambda);
}

}  // namespace cardan::conic
