#include "constraint/push_out.h"

#include <algorithm>

#include "constraint/rows/base_rows.h"

namespace cardan {

namespace {

void copy_columns(const BaseProblem& base, BaseProblem& out) {
  out.tree.assign(base.tree.begin(), base.tree.end());
  out.tree_column.assign(base.tree_column.begin(), base.tree_column.end());
  out.column_parent.assign(base.column_parent.begin(), base.column_parent.end());
  out.dt = base.dt;
  out.level = RowLevel::kPosition;
  out.tolerance = base.tolerance;
  out.id = base.id;
  clear_base_rows(base.Y.cols, out);
}

/// Copies a row of `base` with another bias and compliance. The memory of velocities does not apply
/// to positions.
void copy_row(const BaseProblem& base, int row, double bias, double S, BaseProblem& out) {
  for (std::int32_t k = base.Y.start[row]; k < base.Y.start[row + 1]; ++k)
    out.Y.push(base.Y.index[k], base.Y.value[k]);
  out.Y.end_row();
  BaseRow numbers;
  numbers.bias = bias;
  numbers.S = S;
  numbers.A_ii = base.A_diag[row] - base.S[row] + S;
  push_base_row(out, numbers, 1 / numbers.A_ii);
}

void copy_block(const BaseBlock& block, BaseBlockKind kind, int dim, BaseProblem& out) {
  BaseBlock copy = block;
  copy.kind = kind;
  copy.row = out.m();
  copy.dim = dim;
  copy.rebound_velocity = copy.restitution_coefficient = 0;
  copy.lo = 0;
  copy.hi = std::numeric_limits<double>::infinity();
  if (kind == BaseBlockKind::kLoop) copy.lo = -copy.hi;
  out.blocks.push_back(copy);
  out.has_memory.push_back(0);
}

/// Largest S λ of the last step in a base: speed by which a contact yields that may have lost its
/// memory to another feature of the same bodies [m/s].
double largest_compression(const BaseProblem& base) {
  double largest = 0;
  for (const BaseBlock& block : base.blocks)
    if (keeps_gap(block.kind))
      largest = std::max(largest, base.S[block.row] * base.lambda_prev[block.row]);
  return largest;
}

}  // namespace

double push_out_speed(const ConstraintRules& rules, double gap, double h) {
  const bool has_push_out = rules.level == RowLevel::kVelocity &&
                            rules.stabilization.kind == StabilizationKind::kBaumgarte;
  return has_push_out && gap < 0 ? -push_out_bias(rules.stabilization, gap, h) : 0;
}

bool leave_overlaps_to_positions(const ConstraintRules& rules, BaseProblem& base) {
  bool any = false;
  double largest = -1;  // unknown
  for (std::size_t i = 0; i < base.blocks.size(); ++i) {
    const BaseBlock& block = base.blocks[i];
    if (!(block.phi < 0) || block.elastic || block.restitution_coefficient > 0 ||
        !keeps_gap(block.kind))
      continue;
    const double speed = push_out_speed(rules, block.phi, base.dt);
    const int row = block.row;
    const double approach = excuse(rules, base.b_free[row], block.rest_of_step);
    const double quiet = quiet_push(base.A_diag[row], base.prox_step[row]);
    const double compression = base.S[row] * base.lambda_prev[row];
    if (!would_throw({speed, approach, compression, quiet})) continue;
    if (!base.has_memory[i]) {
      if (largest < 0) largest = largest_compression(base);
      if (!would_throw({speed, approach, largest, quiet})) continue;
    }
    // A soft contact keeps the impulse of its compression.
    base.b[row] += speed - compression;
    any = true;
  }
  return any;
}

bool assemble_push_out(const BaseProblem& base, const Stabilization& stabilization,
                       const double* lambda_C, const double* u_C, BaseProblem& out) {
  copy_columns(base, out);
  const double h = base.dt;
  // With `baumgarte` a row rests at the depth to which its impulse compresses it.
  const bool gives_way = stabilization.kind == StabilizationKind::kBaumgarte;
  bool violated = false;
  for (const BaseBlock& block : base.blocks) {
    if (block.elastic) continue;
    if (block.kind == BaseBlockKind::kLoop) {
      copy_block(block, BaseBlockKind::kLoop, block.dim, out);
      for (int row = block.row; row < block.row + block.dim; ++row)
        copy_row(base, row, 0, base.S[row], out);
    } else if (keeps_gap(block.kind)) {
      double gap =
          block.phi + h * (plain_velocity(base, lambda_C, u_C, block.row) + block.rest_of_step);
      if (gives_way) gap += h * base.S[block.row] * lambda_C[block.row];
      const double bias = gap > 0 ? gap / h : push_out_bias(stabilization, gap, h);
      violated = violated || bias < -base.tolerance;
      copy_block(block, BaseBlockKind::kLimit, 1, out);
      copy_row(base, block.row, bias, kGive / base.prox_step[block.row], out);
    }
  }
  return violated;
}

}  // namespace cardan
