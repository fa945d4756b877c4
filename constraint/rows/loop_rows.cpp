#include <bit>

#include "constraint/loop.h"
#include "constraint/rows/base_rows.h"
#include "constraint/rows/compliance.h"
#include "constraint/rows/row_sides.h"
#include "constraint/whitened_loop.h"

namespace cardan {

namespace {

LoopTree tree_of(const BaseAssembly& assembly, const BodyRef& body) {
  if (!movable(body)) return {};
  return {&assembly.trees[body.tree], assembly.column_of(body.tree)};
}

/// |Y_i|² of a lane of scratch.
double squared_length(const BaseProblem::Scratch& scratch, int lane) {
  double sum = 0;
  for (std::size_t e = 0; e < scratch.columns.size(); ++e) {
    const double y = scratch.lanes[kLanes * e + static_cast<std::size_t>(lane)];
    sum += y * y;
  }
  return sum;
}

/// True if the row is independent of the rows of loops before it.
bool is_new(BaseProblem::Scratch& scratch, int lane) {
  for (std::size_t e = 0; e < scratch.columns.size(); ++e)
    scratch.dense[scratch.columns[e]] = scratch.lanes[kLanes * e + static_cast<std::size_t>(lane)];
  const bool taken = scratch.independent.add(scratch.dense.data());
  for (const std::int32_t column : scratch.columns) scratch.dense[column] = 0;
  return taken;
}

/// Part of b of a rope for the change of its row's velocity up to the end of the step. In the
/// middle of a step it is half the change since the last one, as for contacts.
double rest_of_step(const BaseAssembly& assembly, const LoopConstraint& rope,
                    const ConstraintMemory::Entry* entry, double velocity) {
  const auto disturbed = [&](const BodyRef& body) {
    return movable(body) && assembly.trees[body.tree].disturbed;
  };
  const bool known = assembly.rules.at_middle && entry != nullptr && !rope.compliance.soft() &&
                     !disturbed(rope.a) && !disturbed(rope.b);
  return known ? 0.5 * (velocity - entry->u[0]) : rope.bias[0];
}

void push_row(const BaseAssembly& assembly, const LoopConstraint& loop, int row, int lane,
              BaseBlock& block) {
  BaseProblem& base = assembly.base;
  const BaseProblem::Scratch& scratch = base.scratch;
  for (std::size_t e = 0; e < scratch.columns.size(); ++e)
    base.Y.push(scratch.columns[e], scratch.lanes[kLanes * e + static_cast<std::size_t>(lane)]);
  base.Y.end_row();
  const double Y_ii = squared_length(scratch, lane);
  const double velocity = loop_row_velocity(loop, assembly.trees, row);
  const ConstraintMemory::Entry* entry =
      find_memory(assembly.memory.loops, {loop_row_key(loop.key, row)});
  BaseRow numbers;
  numbers.b_free = assembly.rules.velocity_share * velocity + assembly.free_velocity_of_last_row();
  if (loop.rope) {
    const double rest = rest_of_step(assembly, loop, entry, velocity);
    block.phi = loop.phi[row];
    if (assembly.rules.at_middle) {
      block.rest_of_step = rest;
      block.phi -= 0.25 * assembly.h * rest;
    }
    const double free = velocity + assembly.free_velocity_of_last_row();
    const GapLaw law = gap_law(assembly, {block.phi, velocity, free, Y_ii}, loop.compliance);
    numbers.S = law.S;
    numbers.bias = law.bias + rest;
  } else {
    // A rigid loop has neither S nor rate: its position is projected.
    const RowCompliance law =
        assembly.rules.level == RowLevel::kVelocity
            ? discretize_lasting(loop.compliance, Y_ii, assembly.h, damper_share(assembly.rules))
            : discretize(loop.compliance, Y_ii, assembly.h);
    numbers.S = law.S;
    numbers.bias = law.rate * loop.phi[row] - law.lag * velocity + loop.bias[row];
  }
  numbers.A_ii = Y_ii + numbers.S;
  if (entry != nullptr) numbers.lambda_prev = entry->lambda[0], numbers.u_prev = entry->u[0];
  push_base_row(base, numbers, 1 / numbers.A_ii);
}

BaseBlock empty_block(const LoopConstraint& loop, int index, int row) {
  BaseBlock block;
  block.kind = loop.rope ? BaseBlockKind::kRope : BaseBlockKind::kLoop;
  block.row = row;
  block.constraint = index;
  block.key = loop.key;
  block.lo = loop.rope ? 0 : -std::numeric_limits<double>::infinity();
  block.hi = std::numeric_limits<double>::infinity();
  block.elastic = loop.compliance.soft();
  return block;
}

void add_one_loop(const BaseAssembly& assembly, int index) {
  const LoopConstraint& loop = assembly.constraints.loops[index];
  BaseProblem& base = assembly.base;
  BaseBlock block = empty_block(loop, index, base.m());
  const LoopTree a = tree_of(assembly, loop.a), b = tree_of(assembly, loop.b);
  // Soft rows and ropes need not be independent of other rows.
  const bool rigid = !loop.rope && !loop.compliance.soft();
  for (int first = 0; first < loop.rows; first += 3) {
    const int count = std::min(3, loop.rows - first);
    const double size = whiten_loop(loop, first, count, a, b, base.scratch);
    for (int lane = 0; lane < count; ++lane) {
      if (!(squared_length(base.scratch, lane) > kZeroRow * size)) continue;
      if (rigid && !is_new(base.scratch, lane)) continue;
      push_row(assembly, loop, first + lane, lane, block);
      block.present_rows |= 1u << (first + lane);
    }
  }
  block.dim = base.m() - block.row;
  base.redundant_rows += loop.rows - block.dim;
  if (block.dim == 0) return;
  const int lowest = std::countr_zero(block.present_rows);
  const bool known =
      find_memory(assembly.memory.loops, {loop_row_key(loop.key, lowest)}) != nullptr;
  base.has_memory.push_back(known);
  base.blocks.push_back(block);
}

}  // namespace

void add_loop_rows(const BaseAssembly& assembly, std::span<const int> loops) {
  if (loops.empty()) return;
  BaseProblem& base = assembly.base;
  base.scratch.independent.clear(base.Y.cols);
  base.scratch.dense.assign(base.Y.cols, 0.0);
  for (const int i : loops) add_one_loop(assembly, i);
}

}  // namespace cardan
