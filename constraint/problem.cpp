#include "cardan/problem.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "cardan/error.h"

namespace cardan {

cardan_problem Problem::view() const {
  cardan_problem p{};
  p.struct_size = sizeof p;
  p.properties = properties;
  p.m = m();
  p.num_blocks = static_cast<std::int32_t>(blocks.size());
  p.num_groups = num_groups;
  p.max_iterations = max_iterations;
  p.blocks = blocks.data();
  p.A = A.empty() ? nullptr : A.data();
  p.lda = A.empty() ? 0 : lda;
  p.Y = Y.view();
  p.S = S.view();
  p.column_parent = column_parent.empty() ? nullptr : column_parent.data();
  p.b = b.data();
  p.step = prox_step.data();
  p.weight = weight.data();
  p.tolerance = tolerance;
  p.dt = dt;
  p.matrix_id = matrix_id;
  p.id = id;
  return p;
}

void Problem::form_dense() {
  const int n = m();
  const cardan_rows rows = Y.view();
  lda = (n + 7) / 8 * 8;
  A.assign(static_cast<std::size_t>(lda) * n, 0.0);
  row_.assign(rows.cols, 0.0);

  // Lower triangle of Y Yᵀ column by column, with row j of Y expanded once. The upper triangle is
  // copied from it.
  for (int j = 0; j < n; ++j) {
    for (std::int32_t k = rows.start[j]; k < rows.start[j + 1]; ++k) {
      row_[rows.index[k]] = rows.value[k];
    }
    for (int i = j; i < n; ++i) {
      const double a = sparse_dot(rows, i, row_.data());
      A[i + j * lda] = a;
      A[j + i * lda] = a;
    }
    for (std::int32_t k = rows.start[j]; k < rows.start[j + 1]; ++k) row_[rows.index[k]] = 0;
  }

  // + S. Only its lower triangle is used if the problem is SYMMETRIC.
  const bool symmetric = (properties & CARDAN_SYMMETRIC) != 0;
  for (int i = 0; i < n; ++i) {
    for (std::int32_t k = S.start[i]; k < S.start[i + 1]; ++k) {
      const int j = S.index[k];
      if (symmetric && j > i) continue;
      A[i + j * lda] += S.value[k];
      if (symmetric && j < i) A[j + i * lda] = A[i + j * lda];
    }
  }
}

void compute_velocity(const cardan_problem& problem, const double* lambda, double* z, double* u) {
  const bool factored = problem.Y.cols > 0;
  if (factored) {
    std::fill(z, z + problem.Y.cols, 0.0);
    add_transposed(problem.Y, lambda, z);
  }
  for (int i = 0; i < problem.m; ++i) {
    u[i] = sparse_dot(problem.S, i, lambda) + problem.b[i];
    if (factored) u[i] += sparse_dot(problem.Y, i, z);
  }
}

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& where,
                         const std::string& hint) {
  throw Error(what, "problem, " + where, hint);
}

std::string indexed(std::string name, std::int64_t i) {
  name.push_back('[');
  name += std::to_string(i);
  name.push_back(']');
  return name;
}

void check_finite(const double* x, std::int64_t n, const std::string& name) {
  for (std::int64_t i = 0; i < n; ++i) {
    if (!std::isfinite(x[i])) refuse("not a finite number", indexed(name, i), "");
  }
}

void check_rows(const cardan_rows& rows, const std::string& name, int m) {
  if (rows.rows != m) {
    refuse("has " + std::to_string(rows.rows) + " rows", name, "expected " + std::to_string(m));
  }
  if (rows.cols < 0 || rows.start[0] != 0) refuse("start[0] or cols is wrong", name, "");
  for (int i = 0; i < rows.rows; ++i) {
    const std::string where = name + " row " + std::to_string(i);
    if (rows.start[i + 1] < rows.start[i]) refuse("start decreases", where, "");
    for (std::int32_t k = rows.start[i]; k < rows.start[i + 1]; ++k) {
      if (rows.index[k] < 0 || rows.index[k] >= rows.cols) refuse("column out of range", where, "");
      if (k > rows.start[i] && rows.index[k] <= rows.index[k - 1]) {
        refuse("columns do not ascend", where, "sort them and merge equal ones");
      }
    }
  }
  check_finite(rows.value, rows.start[rows.rows], name);
}

struct DimRange {
  int lowest, highest;
};

DimRange allowed_dim(int kind) {
  switch (kind) {
    case CARDAN_BOX:
    case CARDAN_BOX_MU:
      return {1, 1};
    case CARDAN_CONE:
    case CARDAN_CONE_CONVEX:
      return {2, 6};
    case CARDAN_BALL_MU:
      return {1, 5};
    default:
      return {1, std::numeric_limits<int>::max()};
  }
}

/// True if the parent is a NONNEGATIVE row or the first row of a CONE or CONE_CONVEX.
bool is_normal_row(const cardan_problem& problem, int row) {
  for (int k = 0; k < problem.num_blocks; ++k) {
    const cardan_block& block = problem.blocks[k];
    if (row < block.row || row >= block.row + block.dim) continue;
    if (block.kind == CARDAN_NONNEGATIVE) return true;
    return (block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX) && row == block.row;
  }
  return false;
}

void check_block(const cardan_problem& problem, const cardan_block& block,
                 const std::string& where) {
  if (block.kind < CARDAN_FREE || block.kind > CARDAN_BALL_MU) {
    refuse("unknown kind " + std::to_string(block.kind), where, "expected 0 to 6");
  }
  const DimRange dims = allowed_dim(block.kind);
  if (block.dim < dims.lowest || block.dim > dims.highest) {
    refuse("dim " + std::to_string(block.dim) + " does not fit its kind", where,
           "expected " + std::to_string(dims.lowest) + " to " + std::to_string(dims.highest));
  }
  const bool has_parent = block.kind == CARDAN_BOX_MU || block.kind == CARDAN_BALL_MU;
  if (has_parent && !is_normal_row(problem, block.parent)) {
    refuse("parent " + std::to_string(block.parent) + " is not a normal row", where,
           "name a NONNEGATIVE row or the first row of a CONE");
  }
  const bool has_mu = has_parent || block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX;
  if (has_mu && !(block.mu >= 0 && std::isfinite(block.mu))) {
    refuse("mu is negative or not finite", where, "");
  }
  if (block.kind == CARDAN_BOX && !(block.lo <= block.hi)) {
    refuse("lo is above hi or one of them is NaN", where, "");
  }
}

}  // namespace

void validate(const cardan_problem& problem) {
  if (problem.m < 0 || problem.num_blocks < 0) refuse("negative size", "m or num_blocks", "");
  int row = 0, group = -1;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const cardan_block& block = problem.blocks[k];
    const std::string where = "block " + std::to_string(k);
    if (block.row != row) {
      refuse("starts at row " + std::to_string(block.row), where,
             "blocks must cover the rows in order; expected " + std::to_string(row));
    }
    if (block.group < group || block.group >= problem.num_groups) {
      refuse("groups do not ascend or exceed num_groups", where, "");
    }
    check_block(problem, block, where);
    if (block.dim > problem.m - row) refuse("reaches beyond the last row", where, "");
    row += block.dim;
    group = block.group;
  }
  if (row != problem.m) {
    refuse("blocks cover " + std::to_string(row) + " rows of " + std::to_string(problem.m),
           "blocks", "");
  }

  check_rows(problem.Y, "Y", problem.m);
  check_rows(problem.S, "S", problem.m);
  if (problem.S.cols != problem.m) refuse("is not square", "S", "");
  check_finite(problem.b, problem.m, "b");
  check_finite(problem.step, problem.m, "step");
  check_finite(problem.weight, problem.m, "weight");
  for (int i = 0; i < problem.m; ++i) {
    if (!(problem.step[i] > 0)) refuse("is not positive", indexed("step", i), "");
    if (!(problem.weight[i] > 0)) refuse("is not positive", indexed("weight", i), "");
  }
  if (!(problem.tolerance > 0)) refuse("is not positive", "tolerance", "");
  if (problem.A != nullptr) {
    if (problem.lda < problem.m) refuse("is below m", "lda", "");
    for (int j = 0; j < problem.m; ++j) {
      check_finite(problem.A + j * problem.lda, problem.m, "A column " + std::to_string(j));
    }
  }
  for (int c = 0; problem.column_parent != nullptr && c < problem.Y.cols; ++c) {
    if (problem.column_parent[c] < -1 || problem.column_parent[c] >= c) {
      refuse("is not below its column", indexed("column_parent", c), "");
    }
  }
}

}  // namespace cardan
