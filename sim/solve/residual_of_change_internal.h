#pragma once

#include <cmath>

#include "cardan/constraint/rows/base_problem.h"

namespace cardan {

/// ‖x‖ over the rows of a block. value(row): x.
template <class Value>
double norm_of_rows(const BaseBlock& block, const Value& value) {
  double sum = 0;
  for (int row = block.row; row < block.row + block.dim; ++row) sum += value(row) * value(row);
  return std::sqrt(sum);
}

/// Largest increase of the residual of a block by a change of u, û_n = u_n + μ |u_t| [m/s]. The
/// natural map is nonexpansive in û. change(row): change of u [m/s].
template <class Change>
double residual_of_change(const BaseBlock& block, const Change& change) {
  BaseBlock tangents = block;
  ++tangents.row;
  --tangents.dim;
  return norm_of_rows(block, change) + block.mu * norm_of_rows(tangents, change);
}

}  // namespace cardan
