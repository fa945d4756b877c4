#pragma once

#include <algorithm>

#include "cardan/constraint/problem.h"
#include "cardan/constraint/rows/base_problem.h"

namespace cardan {

/// Largest number of rows of a block of the base problem and of a round block.
inline constexpr int kMaxBlockRows = 6;

/// A block with its rows of λ, u, prox_step and weight.
struct BlockRows {
  const cardan_block& block;
  const double *lambda, *u, *prox_step, *weight;
};

/// True for kinds whose rows share the step and weight of the block's first row.
inline bool is_round(int kind) {
  return kind == CARDAN_CONE || kind == CARDAN_CONE_CONVEX || kind == CARDAN_BALL_MU;
}

/// Returns max(λ, 0) of the parent row, or 0 if there is no parent. lambda: (m).
inline double parent_impulse(const cardan_block& block, const double* lambda) {
  return block.parent < 0 ? 0.0 : std::max(lambda[block.parent], 0.0);
}

/// Returns the solver block for a block of the base under the exact law.
cardan_block exact_block(const BaseProblem& base, const BaseBlock& source);

}  // namespace cardan
