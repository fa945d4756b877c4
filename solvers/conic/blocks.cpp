#include "solvers/conic/blocks.h"

#include <algorithm>
#include <cmath>

#include "cardan/problem_view.h"
#include "solvers/common/small_matrix.h"
#include "solvers/conic/contact_kernel.h"

namespace cardan::conic {

using solvers::kMaxDim;

void Blocks::reserve(int rows) {
  blocks_.resize(rows);
  // A block of d rows takes d² numbers, d ≤ 6.
  W_.resize(static_cast<std::size_t>(rows) * kMaxDim);
  W_inverse_.resize(W_.size());
}

bool Blocks::build(const sdk::ProblemView& problem) {
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

void Blocks::add(const sdk::ProblemView& problem, const cardan_block& source, int row, int dim) {
  Block& block = blocks_[count_++];
  block.kind = source.kind;
  block.row = row;
  block.dim = dim;
  block.parent = source.kind == CARDAN_BOX_MU || source.kind == CARDAN_BALL_MU ? source.parent : -1;
  block.mu = source.mu;
  block.lo = source.lo;
  block.hi = source.hi;
  block.local = used_;
  used_ += dim * dim;
  build_local(problem, block);
}

namespace {

/// W += the diagonal block of S: its upper triangle, mirrored.
void add_compliance(const sdk::ProblemView& problem, const Block& block, double* W) {
  for (int i = 0; i < block.dim; ++i) {
    const sdk::SparseRow row = problem.S_row(block.row + i);
    for (int k = 0; k < row.size; ++k) {
      const int j = row.index[k] - block.row;
      if (j < i || j >= block.dim) continue;
      W[i + j * block.dim] += row.value[k];
      W[j + i * block.dim] = W[i + j * block.dim];
    }
  }
}

/// Fills the members that only blocks of free bodies have.
void find_free_bodies(const sdk::ProblemView& problem, Block& block) {
  block.free_bodies = 0;
  if (block.kind != CARDAN_CONE || block.dim != 3 || !block.same_columns) return;
  const sdk::SparseRow first = problem.Y_row(block.row);
  if (first.size != 6 && first.size != 12) return;
  for (int k = 0; k < first.size; k += 6) {
    // Columns ascend, so six columns are contiguous if the last one is the first one plus five.
    if (first.index[k + 5] != first.index[k] + 5) return;
    block.column[k / 6] = first.index[k];
  }
  for (int i = 0; i < 3; ++i) {
    const sdk::SparseRow S = problem.S_row(block.row + i);
    if (S.size > 1 || (S.size == 1 && S.index[0] != block.row + i)) return;
    block.S[i] = S.size == 1 ? S.value[0] : 0.0;
  }
  block.y = first.value;
  block.free_bodies = first.size / 6;
}

/// W = diag(W_n, W_t, W_t) up to the rounding of lever arms: bodies of 1 cm may lie kilometres from
/// the origin. The neglected part slows the convergence of sweeps by its relative size.
bool is_central(const double* W) {
  constexpr double kRounding = 1e-9;
  const double small = kRounding * std::min(W[0], W[4]);
  return small > 0 && std::fabs(W[1]) <= small && std::fabs(W[2]) <= small &&
         std::fabs(W[5]) <= small && std::fabs(W[4] - W[8]) <= small;
}

}  // namespace

void Blocks::build_free_bodies(Block& block) {
  double* W = W_.data() + block.local;
  if (block.free_bodies == 2) {
    ContactRows<2>(block.y, block.column).multiply(W);
  } else {
    ContactRows<1>(block.y, block.column).multiply(W);
  }
  for (int i = 0; i < 3; ++i) W[4 * i] += block.S[i];
  block.central = is_central(W);
  if (!block.central) return solvers::invert_symmetric(W, 3, W_inverse_.data() + block.local);
  block.W_inverse_n = 1 / W[0];
  block.W_inverse_t = 1 / W[4];
}

void Blocks::build_local(const sdk::ProblemView& problem, Block& block) {
  const sdk::SparseRow first = problem.Y_row(block.row);
  block.same_columns = true;
  for (int i = 1; i < block.dim && block.same_columns; ++i) {
    const sdk::SparseRow other = problem.Y_row(block.row + i);
    block.same_columns =
        other.size == first.size && std::equal(first.index, first.index + first.size, other.index);
  }
  find_free_bodies(problem, block);
  block.central = false;
  if (block.free_bodies > 0) return build_free_bodies(block);
  double* W = W_.data() + block.local;
  if (!block.same_columns) {
    sdk::compute_local_block(problem, block.row, block.dim, W, block.dim);
  } else {
    for (int j = 0; j < block.dim; ++j) {
      const double* yj = problem.Y_row(block.row + j).value;
      for (int i = 0; i <= j; ++i) {
        const double* yi = problem.Y_row(block.row + i).value;
        double sum = 0;
        for (int k = 0; k < first.size; ++k) sum += yi[k] * yj[k];
        W[i + j * block.dim] = W[j + i * block.dim] = sum;
      }
    }
    add_compliance(problem, block, W);
  }
  solvers::invert_symmetric(W, block.dim, W_inverse_.data() + block.local);
}

bool Blocks::all_central() const {
  return std::all_of(blocks_.begin(), blocks_.begin() + count_,
                     [](const Block& block) { return block.central; });
}

bool Blocks::all_free() const {
  return std::all_of(blocks_.begin(), blocks_.begin() + count_,
                     [](const Block& block) { return block.free_bodies > 0; });
}

sdk::BlockSet Blocks::present_set(const Block& block, const double* lambda) {
  sdk::BlockSet set{block.kind, block.dim, block.mu, block.lo, block.hi};
  if (block.parent >= 0) {
    set.hi = block.mu * std::max(lambda[block.parent], 0.0);
    set.lo = -set.hi;
  }
  return set;
}

void block_velocity(const sdk::ProblemView& problem, const Block& block, const double* z,
                    const double* lambda, double* u) {
  if (block.free_bodies > 0) {
    for (int i = 0; i < 3; ++i)
      u[i] = problem.b(block.row + i) + block.S[i] * lambda[block.row + i];
    if (block.free_bodies == 2) return ContactRows<2>(block.y, block.column).add_velocity(z, u);
    return ContactRows<1>(block.y, block.column).add_velocity(z, u);
  }
  if (block.dim == 3 && block.same_columns) {
    const sdk::SparseRow first = problem.Y_row(block.row);
    const double* y1 = problem.Y_row(block.row + 1).value;
    const double* y2 = problem.Y_row(block.row + 2).value;
    double u0 = problem.b(block.row), u1 = problem.b(block.row + 1), u2 = problem.b(block.row + 2);
    for (int k = 0; k < first.size; ++k) {
      const double zk = z[first.index[k]];
      u0 += first.value[k] * zk;
      u1 += y1[k] * zk;
      u2 += y2[k] * zk;
    }
    u[0] = u0;
    u[1] = u1;
    u[2] = u2;
    for (int i = 0; i < 3; ++i) u[i] += sdk::dot(problem.S_row(block.row + i), lambda);
    return;
  }
  for (int i = 0; i < block.dim; ++i) u[i] = sdk::row_velocity(problem, block.row + i, z, lambda);
}

void add_impulse(const sdk::ProblemView& problem, const Block& block, const double* delta,
                 double* z) {
  if (block.free_bodies == 2) return ContactRows<2>(block.y, block.column).add_impulse(delta, z);
  if (block.free_bodies == 1) return ContactRows<1>(block.y, block.column).add_impulse(delta, z);
  if (block.dim == 3 && block.same_columns) {
    const sdk::SparseRow first = problem.Y_row(block.row);
    const double* y1 = problem.Y_row(block.row + 1).value;
    const double* y2 = problem.Y_row(block.row + 2).value;
    for (int k = 0; k < first.size; ++k) {
      z[first.index[k]] += first.value[k] * delta[0] + y1[k] * delta[1] + y2[k] * delta[2];
    }
    return;
  }
  for (int i = 0; i < block.dim; ++i) sdk::add(problem.Y_row(block.row + i), delta[i], z);
}

void compute_z(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
               double* z) {
  std::fill(z, z + problem.cols(), 0.0);
  for (int k = 0; k < blocks.size(); ++k) {
    add_impulse(problem, blocks[k], lambda + blocks[k].row, z);
  }
}

void compute_product(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
                     double* z, double* u) {
  compute_velocity(problem, blocks, lambda, z, u);
  for (int i = 0; i < problem.m(); ++i) u[i] -= problem.b(i);
}

void compute_velocity(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
                      double* z, double* u) {
  compute_z(problem, blocks, lambda, z);
  for (int k = 0; k < blocks.size(); ++k) {
    block_velocity(problem, blocks[k], z, lambda, u + blocks[k].row);
  }
}

}  // namespace cardan::conic
