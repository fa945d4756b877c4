#pragma once

#include <cmath>
#include <limits>

#include "cardan/sdk/problem_view.h"
#include "cardan/sdk/projections.h"

namespace cardan::sdk {

struct Bounds {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
};

inline bool is_scalar(int kind) {
  return kind == CARDAN_FREE || kind == CARDAN_NONNEGATIVE || kind == CARDAN_BOX ||
         kind == CARDAN_BOX_MU;
}

/// Of the λ of a block of scalar rows.
inline Bounds bounds_of(const cardan_block& block, const double* lambda) {
  Bounds bounds;
  if (block.kind == CARDAN_NONNEGATIVE) bounds.lo = 0;
  if (block.kind == CARDAN_BOX) bounds = {block.lo, block.hi};
  if (block.kind == CARDAN_BOX_MU) {
    const double most = friction_bound(block, lambda);
    bounds = {-most, most};
  }
  return bounds;
}

/// Largest dim of a block that is not row-wise (CONE 6, BALL_MU 5).
constexpr int kMaxBlockDim = 6;

struct NaturalMap {
  double residual = 0;  ///< [m/s]; infinity where λ or u is not finite
  int worst_block = -1;
};

/// e = ‖w (λ − P(λ − r û))‖ of one block, rows of w and r as the host gives them. λ, u: whole
/// vectors.
inline double block_residual(const ProblemView& problem, const cardan_block& block,
                             const double* lambda, const double* u) {
  const int row = block.row;
  double sum = 0;
  if (is_scalar(block.kind)) {
    const Bounds bounds = bounds_of(block, lambda);
    for (int i = row; i < row + block.dim; ++i) {
      if (!std::isfinite(lambda[i])) return lambda[i];  // a comparison would lose the NaN
      // λ − clip(λ − r u), without the cancellation where no bound is in the way.
      const double full = problem.step(i) * u[i];
      const double low = lambda[i] - bounds.lo, high = lambda[i] - bounds.hi;
      const double e = problem.weight(i) * (full > low ? low : (full < high ? high : full));
      sum += e * e;
    }
    return std::sqrt(sum);
  }
  double a[kMaxBlockDim];
  shifted_velocity(block, u + row, a);
  for (int i = 0; i < block.dim; ++i) a[i] = lambda[row + i] - problem.step(row + i) * a[i];
  project_block(block, lambda, a);
  for (int i = 0; i < block.dim; ++i) {
    const double e = problem.weight(row + i) * (lambda[row + i] - a[i]);
    sum += e * e;
  }
  return std::sqrt(sum);
}

/// The largest block_residual: what `tolerance` bounds. u = A λ + b must be given. For a solver's
/// own stopping test: the engine's judge computes the same number with its own code.
inline NaturalMap natural_map(const ProblemView& problem, const double* lambda, const double* u) {
  NaturalMap result;
  for (int k = 0; k < problem.num_blocks(); ++k) {
    const double e = block_residual(problem, problem.block(k), lambda, u);
    if (!std::isfinite(e)) return {std::numeric_limits<double>::infinity(), k};
    if (e > result.residual || result.worst_block < 0) result = {e, k};
  }
  return result;
}

}  // namespace cardan::sdk
