#include "facets.h"

#include <algorithm>
#include <cmath>

#include "../common/small_matrix.h"
#include "cardan/sdk/projections.h"
#include "work.h"

namespace cardan::conic {
namespace {

using solvers::kMaxDim;
using solvers::Outcome;
using solvers::Pivoting;

/// Variables a row needs at most: BALL_MU of two rows has a regular octagon and a slack.
constexpr int kVariablesPerRow = 5;
constexpr int kSides = 8;

/// Covering vector `which`: ones, then fixed positive vectors (Weyl sequences in [0.5, 1.5)).
double cover_entry(int which, int i) {
  constexpr double kIrrational[3] = {0, 0.61803398874989485, 0.75487766624669276};
  if (which == 0) return 1;
  const double x = (i + 1) * kIrrational[which];
  return 0.5 + (x - std::floor(x));
}

}  // namespace

void Facets::reserve(int rows, int cols) {
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

int Facets::add_direction(int row, int dim, const double* direction, int slack) {
  Variable& variable = variables_[count_];
  variable = {};
  variable.row = row;
  variable.dim = dim;
  variable.slack = slack;
  std::copy(direction, direction + dim, variable.direction);
  return count_++;
}

int Facets::add_plain(int row, double direction) { return add_direction(row, 1, &direction, -1); }

void Facets::add_box(const Cell& cell) {
  const double d = A_->d(cell.row), lo = cell.lo / d, hi = cell.hi / d;
  if (std::isinf(lo) && std::isinf(hi)) {
    add_plain(cell.row, 1);
    add_plain(cell.row, -1);
    return;
  }
  offset_[cell.row] = std::isinf(lo) ? hi : lo;
  const int variable = add_plain(cell.row, std::isinf(lo) ? -1 : 1);
  if (std::isinf(lo) || std::isinf(hi)) return;
  Variable& slack = variables_[count_];
  slack = {};
  slack.mu = hi - lo;
  variables_[variable].slack = count_++;
}

void Facets::add_round_directions(int row, int dim, int slack, double normal) {
  // A direction of CONE_CONVEX carries its normal impulse: (1, μ e) with `normal` = 1/μ.
  const bool with_normal = normal > 0;
  const auto add = [&](const double* e) {
    double direction[kMaxDim] = {1};
    for (int i = 0; i < dim; ++i) direction[i + with_normal] = with_normal ? e[i] / normal : e[i];
    add_direction(with_normal ? row - 1 : row, dim + with_normal, direction, slack);
  };
  double t[kMaxDim] = {};
  std::copy(direction_.begin() + row, direction_.begin() + row + dim, t);
  const double size = sdk::norm(t, dim), opening = opening_[row];
  if (size == 0) t[0] = 1;
  if (dim == 2 && size == 0) {
    for (int k = 0; k < kSides; ++k) {
      const double angle = 2 * M_PI * k / kSides, e[2] = {std::cos(angle), std::sin(angle)};
      add(e);
    }
    return;
  }
  for (double sign : {1.0, -1.0}) {
    double e[kMaxDim] = {};
    for (int i = 0; i < dim; ++i) e[i] = sign * t[i];
    add(e);
  }
  // Directions across t by Gram–Schmidt on the axes, without the one nearest to t.
  int nearest = 0;
  for (int i = 1; i < dim; ++i) nearest = std::fabs(t[i]) > std::fabs(t[nearest]) ? i : nearest;
  double basis[kMaxDim][kMaxDim] = {};
  std::copy(t, t + dim, basis[0]);
  int found = 1;
  for (int axis = 0; axis < dim; ++axis) {
    if (axis == nearest) continue;
    double* e = basis[found];
    e[axis] = 1;
    for (int k = 0; k < found; ++k) {
      const double along = basis[k][axis];
      for (int i = 0; i < dim; ++i) e[i] -= along * basis[k][i];
    }
    const double length = sdk::norm(e, dim);
    for (int i = 0; i < dim; ++i) e[i] /= length;
    ++found;
    for (double sign : {1.0, -1.0}) {
      double across[kMaxDim] = {}, beside[kMaxDim] = {};
      for (int i = 0; i < dim; ++i) {
        across[i] = sign * e[i];
        beside[i] = std::cos(opening) * t[i] + sign * std::sin(opening) * e[i];
      }
      add(across);
      if (size > 0) add(beside);
    }
  }
}

void Facets::add_friction(int row, int dim, double mu, int parent) {
  if (mu == 0) return;
  const int slack = count_++;
  variables_[slack] = {};
  variables_[slack].mu = mu;
  variables_[slack].parent = parent;
  add_round_directions(row, dim, slack, 0);
}

void Facets::add_cell(const Cell& cell) {
  const int row = cell.row;
  switch (cell.kind) {
    case CARDAN_NONNEGATIVE:
      variable_of_row_[row] = add_plain(row, 1);
      return;
    case CARDAN_BOX:
      return add_box(cell);
    case CARDAN_BOX_MU:
    case CARDAN_BALL_MU:
      // The parent's variable is looked up when all are there.
      return add_friction(row, cell.dim, cell.mu * A_->d(cell.parent) / A_->d(row), cell.parent);
    case CARDAN_CONE:
      variable_of_row_[row] = add_plain(row, 1);
      return add_friction(row + 1, cell.dim - 1, cell.mu, row);
    case CARDAN_CONE_CONVEX:
      if (cell.mu == 0) {
        add_plain(row, 1);
      } else {
        add_round_directions(row + 1, cell.dim - 1, -1, 1 / cell.mu);
      }
      return;
    default:
      for (int i = row; i < row + cell.dim; ++i) {
        add_plain(i, 1);
        add_plain(i, -1);
      }
  }
}

void Facets::add_normals(const Cell& cell) {
  switch (cell.kind) {
    case CARDAN_BOX:
      if (std::isinf(cell.lo)) add_plain(cell.row, -1);
      if (std::isinf(cell.hi)) add_plain(cell.row, 1);
      return;
    case CARDAN_BOX_MU:
    case CARDAN_BALL_MU:
      return;
    case CARDAN_NONNEGATIVE:
    case CARDAN_CONE:
    case CARDAN_CONE_CONVEX:
      add_plain(cell.row, 1);
      return;
    default:
      for (int i = cell.row; i < cell.row + cell.dim; ++i) {
        add_plain(i, 1);
        add_plain(i, -1);
      }
  }
}

void Facets::assemble(const sdk::ProblemView& problem) {
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

Outcome Facets::pivot(int cover, Pivoting& pivoting, Budget& budget) {
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

void Facets::expand(bool with_offset, double* lambda) {
  const int m = A_->rows();
  for (int i = 0; i < m; ++i) lambda[i] = with_offset ? offset_[i] : 0.0;
  for (int j = 0; j < count_; ++j) {
    const Variable& v = variables_[j];
    for (int r = 0; r < v.dim; ++r) lambda[v.row + r] += p_[j] * v.direction[r];
  }
  for (int i = 0; i < m; ++i) lambda[i] *= A_->d(i);
}

void Facets::start(const sdk::ProblemView& problem, const solvers::ScaledMatrix& A,
                   const Cells& cells) {
  A_ = &A;
  cells_ = &cells;
  std::fill(direction_.begin(), direction_.begin() + problem.m(), 0.0);
  std::fill(opening_.begin(), opening_.begin() + problem.m(), M_PI / kSides);
}

Facets::Ending Facets::solve(const sdk::ProblemView& problem, int cover, Budget& budget,
                             double* lambda) {
  count_ = 0;
  std::fill(offset_.begin(), offset_.begin() + problem.m(), 0.0);
  std::fill(variable_of_row_.begin(), variable_of_row_.begin() + problem.m(), -1);
  for (int k = 0; k < cells_->size(); ++k) add_cell((*cells_)[k]);
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

void Facets::refine(const double* lambda) {
  for (int k = 0; k < cells_->size(); ++k) {
    const Cell& cell = (*cells_)[k];
    if (cell.kind == CARDAN_CONE || cell.kind == CARDAN_CONE_CONVEX) {
      refine_direction(cell.row + 1, cell.dim - 1, lambda);
    } else if (cell.kind == CARDAN_BALL_MU) {
      refine_direction(cell.row, cell.dim, lambda);
    }
  }
}

void Facets::refine_direction(int row, int dim, const double* lambda) {
  constexpr double kSmallest = 1e-10, kShrink = 0.25, kWiden = 2;
  const double size = sdk::norm(lambda + row, dim);
  if (!(size > 0)) return;
  double* t = direction_.data() + row;
  double squared = 0;  // of the chord from the last direction to this one
  for (int i = 0; i < dim; ++i) {
    const double now = lambda[row + i] / size;
    squared += (now - t[i]) * (now - t[i]);
    t[i] = now;
  }
  // Friction on a neighbour of the last direction has not arrived yet.
  const double moved = std::sqrt(squared);
  double& opening = opening_[row];
  opening = moved > 0.95 * opening ? std::min(kWiden * opening, M_PI / kSides)
                                   : std::max(kShrink * opening, kSmallest);
}

bool Facets::find_self_stress(const sdk::ProblemView& problem, Budget& budget, double* lambda) {
  count_ = 0;
  std::fill(offset_.begin(), offset_.begin() + problem.m(), 0.0);
  for (int k = 0; k < cells_->size(); ++k) add_normals((*cells_)[k]);
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
