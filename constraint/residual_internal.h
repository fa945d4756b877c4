#pragma once

#include <algorithm>

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/problem.h"

namespace cardan {

/// Most rows of a block of the base, and of a round block.
inline constexpr int kMaxBlockRows = 6;

/// A block and its rows of λ, u, step and weight.
struct BlockRows {
  const cardan_block& block;
  const double *lambda, *u, *step, *weight;
};

/// Kinds whose rows share one step and one weight: the block's first.
inline bool is_round(int kind) {
  return kind == CARDAN_CONE || kind == CARDAN_CONE_CONVEX || kind == CARDAN_BALL_MU;
}

/// λ of the parent row, never negative; 0 without one. lambda: the whole vector.
inline double parent_impulse(const cardan_block& block, const double* lambda) {
  return block.parent < 0 ? 0.0 : std::max(lambda[block.parent], 0.0);
}

/// The block of the base under the exact law.
cardan_block exact_block(const BaseProblem& base, const BaseBlock& source);

}  // namespace cardan
