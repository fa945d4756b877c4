#include "cells.h"

#include <algorithm>
#include <cmath>

#include "../common/small_matrix.h"
#include "cardan/sdk/velocity.h"
#include "contact_kernel.h"

namespace cardan::conic {

using solvers::kMaxDim;

void Cells::reserve(int rows) {
  cells_.resize(rows);
  // A cell of d rows takes d² numbers, d ≤ 6.
  W_.resize(static_cast<std::size_t>(rows) * kMaxDim);
  W_inverse_.resize(W_.size());
}

bool Cells::build(const sdk::ProblemView& problem) {
  count_ = 0;
  used_ = 0;
  for (const cardan_block& block : problem.blocks()) {
    const int end = block.row + block.dim;
    switch (block.kind) {
      case CARDAN_FREE:
        for (int row = block.row; row < end; row += kMaxDim) {
          add(problem, block, row, std::min(kMaxDim, end - row));
        }
        break;
      case CARDAN_NONNEGATIVE:
        for (int row = block.row; row < end; ++row) add(problem, block, row, 1);
        break;
      case CARDAN_BOX:
      case CARDAN_BOX_MU:
        if (block.dim != 1) return false;
        add(problem, block, block.row, 1);
        break;
      case CARDAN_CONE:
      case CARDAN_CONE_CONVEX:
      case CARDAN_BALL_MU:
        if (block.dim < 1 || block.dim > kMaxDim) return false;
        add(problem, block, block.row, block.dim);
        break;
      default:
        return false;
    }
  }
  return true;
}

void Cells::add(const sdk::ProblemView& problem, const cardan_block& block, int row, int dim) {
  Cell& cell = cells_[count_++];
  cell.kind = block.kind;
  cell.row = row;
  cell.dim = dim;
  cell.parent = block.kind == CARDAN_BOX_MU || block.kind == CARDAN_BALL_MU ? block.parent : -1;
  cell.mu = block.mu;
  cell.lo = block.lo;
  cell.hi = block.hi;
  cell.local = used_;
  used_ += dim * dim;
  build_local(problem, cell);
}

namespace {

/// W += the diagonal block of S: its upper triangle, mirrored.
void add_compliance(const sdk::ProblemView& problem, const Cell& cell, double* W) {
  for (int i = 0; i < cell.dim; ++i) {
    const sdk::SparseRow row = problem.S_row(cell.row + i);
    for (int k = 0; k < row.size; ++k) {
      const int j = row.index[k] - cell.row;
      if (j < i || j >= cell.dim) continue;
      W[i + j * cell.dim] += row.value[k];
      W[j + i * cell.dim] = W[i + j * cell.dim];
    }
  }
}

/// Fills what a cell of free bodies has beside the others.
void find_free_bodies(const sdk::ProblemView& problem, Cell& cell) {
  cell.free_bodies = 0;
  if (cell.kind != CARDAN_CONE || cell.dim != 3 || !cell.same_columns) return;
  const sdk::SparseRow first = problem.Y_row(cell.row);
  if (first.size != 6 && first.size != 12) return;
  for (int k = 0; k < first.size; k += 6) {
    // Columns ascend: six neighbours where the last is the first and five.
    if (first.index[k + 5] != first.index[k] + 5) return;
    cell.column[k / 6] = first.index[k];
  }
  for (int i = 0; i < 3; ++i) {
    const sdk::SparseRow S = problem.S_row(cell.row + i);
    if (S.size > 1 || (S.size == 1 && S.index[0] != cell.row + i)) return;
    cell.S[i] = S.size == 1 ? S.value[0] : 0.0;
  }
  cell.y = first.value;
  cell.free_bodies = first.size / 6;
}

/// Nothing couples the rows of W, and both tangents are alike, up to the rounding of arms: balls of
/// 1 cm may lie kilometres from the origin. The part left off slows a sweep by as much and no more.
bool is_central(const double* W) {
  constexpr double kRounding = 1e-9;
  const double small = kRounding * std::min(W[0], W[4]);
  return small > 0 && std::fabs(W[1]) <= small && std::fabs(W[2]) <= small &&
         std::fabs(W[5]) <= small && std::fabs(W[4] - W[8]) <= small;
}

}  // namespace

void Cells::build_free_bodies(Cell& cell) {
  double* W = W_.data() + cell.local;
  if (cell.free_bodies == 2) {
    ContactRows<2>(cell.y, cell.column).multiply(W);
  } else {
    ContactRows<1>(cell.y, cell.column).multiply(W);
  }
  for (int i = 0; i < 3; ++i) W[4 * i] += cell.S[i];
  cell.central = is_central(W);
  if (!cell.central) return solvers::invert_symmetric(W, 3, W_inverse_.data() + cell.local);
  cell.W_inverse_n = 1 / W[0];
  cell.W_inverse_t = 1 / W[4];
}

void Cells::build_local(const sdk::ProblemView& problem, Cell& cell) {
  const sdk::SparseRow first = problem.Y_row(cell.row);
  cell.same_columns = true;
  for (int i = 1; i < cell.dim && cell.same_columns; ++i) {
    const sdk::SparseRow other = problem.Y_row(cell.row + i);
    cell.same_columns =
        other.size == first.size && std::equal(first.index, first.index + first.size, other.index);
  }
  find_free_bodies(problem, cell);
  cell.central = false;
  if (cell.free_bodies > 0) return build_free_bodies(cell);
  double* W = W_.data() + cell.local;
  if (!cell.same_columns) {
    sdk::compute_local_block(problem, cell.row, cell.dim, W, cell.dim);
  } else {
    for (int j = 0; j < cell.dim; ++j) {
      const double* yj = problem.Y_row(cell.row + j).value;
      for (int i = 0; i <= j; ++i) {
        const double* yi = problem.Y_row(cell.row + i).value;
        double sum = 0;
        for (int k = 0; k < first.size; ++k) sum += yi[k] * yj[k];
        W[i + j * cell.dim] = W[j + i * cell.dim] = sum;
      }
    }
    add_compliance(problem, cell, W);
  }
  solvers::invert_symmetric(W, cell.dim, W_inverse_.data() + cell.local);
}

bool Cells::all_central() const {
  return std::all_of(cells_.begin(), cells_.begin() + count_,
                     [](const Cell& cell) { return cell.central; });
}

Set Cells::present_set(const Cell& cell, const double* lambda) {
  Set set{cell.kind, cell.dim, cell.mu, cell.lo, cell.hi};
  if (cell.parent >= 0) {
    set.hi = cell.mu * std::max(lambda[cell.parent], 0.0);
    set.lo = -set.hi;
  }
  return set;
}

void cell_velocity(const sdk::ProblemView& problem, const Cell& cell, const double* z,
                   const double* lambda, double* u) {
  if (cell.free_bodies > 0) {
    for (int i = 0; i < 3; ++i) u[i] = problem.b(cell.row + i) + cell.S[i] * lambda[cell.row + i];
    if (cell.free_bodies == 2) return ContactRows<2>(cell.y, cell.column).add_velocity(z, u);
    return ContactRows<1>(cell.y, cell.column).add_velocity(z, u);
  }
  if (cell.dim == 3 && cell.same_columns) {
    const sdk::SparseRow first = problem.Y_row(cell.row);
    const double* y1 = problem.Y_row(cell.row + 1).value;
    const double* y2 = problem.Y_row(cell.row + 2).value;
    double u0 = problem.b(cell.row), u1 = problem.b(cell.row + 1), u2 = problem.b(cell.row + 2);
    for (int k = 0; k < first.size; ++k) {
      const double zk = z[first.index[k]];
      u0 += first.value[k] * zk;
      u1 += y1[k] * zk;
      u2 += y2[k] * zk;
    }
    u[0] = u0;
    u[1] = u1;
    u[2] = u2;
    for (int i = 0; i < 3; ++i) u[i] += sdk::dot(problem.S_row(cell.row + i), lambda);
    return;
  }
  for (int i = 0; i < cell.dim; ++i) u[i] = sdk::row_velocity(problem, cell.row + i, z, lambda);
}

void add_impulse(const sdk::ProblemView& problem, const Cell& cell, const double* delta,
                 double* z) {
  if (cell.free_bodies == 2) return ContactRows<2>(cell.y, cell.column).add_impulse(delta, z);
  if (cell.free_bodies == 1) return ContactRows<1>(cell.y, cell.column).add_impulse(delta, z);
  if (cell.dim == 3 && cell.same_columns) {
    const sdk::SparseRow first = problem.Y_row(cell.row);
    const double* y1 = problem.Y_row(cell.row + 1).value;
    const double* y2 = problem.Y_row(cell.row + 2).value;
    for (int k = 0; k < first.size; ++k) {
      z[first.index[k]] += first.value[k] * delta[0] + y1[k] * delta[1] + y2[k] * delta[2];
    }
    return;
  }
  for (int i = 0; i < cell.dim; ++i) sdk::add(problem.Y_row(cell.row + i), delta[i], z);
}

void compute_z(const sdk::ProblemView& problem, const Cells& cells, const double* lambda,
               double* z) {
  std::fill(z, z + problem.cols(), 0.0);
  for (int k = 0; k < cells.size(); ++k) {
    add_impulse(problem, cells[k], lambda + cells[k].row, z);
  }
}

void compute_product(const sdk::ProblemView& problem, const Cells& cells, const double* lambda,
                     double* z, double* u) {
  compute_velocity(problem, cells, lambda, z, u);
  for (int i = 0; i < problem.m(); ++i) u[i] -= problem.b(i);
}

void compute_velocity(const sdk::ProblemView& problem, const Cells& cells, const double* lambda,
                      double* z, double* u) {
  compute_z(problem, cells, lambda, z);
  for (int k = 0; k < cells.size(); ++k) {
    cell_velocity(problem, cells[k], z, lambda, u + cells[k].row);
  }
}

}  // namespace cardan::conic
