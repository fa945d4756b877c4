#pragma once

#include <cmath>

#include "constraint/rows/base_problem.h"

namespace cardan {

/// Returns ‖x‖ over the rows of a block, where value(row) returns x.
template <class Value>
double norm_of_rows(const BaseBlock& block, const Value& value) {
  double sum = 0;
  for (int row = block.row; row < block.row + block.dim; ++row) sum += value(row) * value(row);
  return std::sqrt(sum);
}

/// Returns the largest increase of the residual of a block that a change of u can cause [m/s]. The
/// natural map is nonexpansive in û, and û_n = u_n + μ |u_t|. change(row): change of u [m/s].
template <class Change>
double residual_of_change(const BaseBlock& block, const Change& change) {
  BaseBlock tangents = block;
  ++tangents.row;
  --tangents.dim;
  return norm_of_rows(block, change) + block.mu * norm_of_rows(tangents, change);
}

}  // namespace cardan
