#include "cardan/constraint/base_problem.h"

#include <algorithm>

#include "cardan/constraint/base_rows_internal.h"

namespace cardan {

int BaseAssembly::column_of(int tree) const {
  const auto it = std::lower_bound(base.tree.begin(), base.tree.end(), tree);
  return base.tree_column[it - base.tree.begin()];
}

double BaseAssembly::free_velocity_of_last_row() const {
  return sparse_dot(base.Y.view(), base.Y.rows() - 1, base.scratch.z0.data());
}

GapLaw BaseAssembly::gap_law(double gap, const Compliance& own, double Y_ii) const {
  if (own.soft()) {
    // A spring pulls its own violation back; while the gap is open it would brake the body before
    // it touches.
    const RowCompliance law = discretize(own, Y_ii, h);
    return {law.S, gap > 0 ? rules.gap_share * gap / h : law.rate * gap};
  }
  if (gap > 0) return {0, rules.gap_share * gap / h};
  // Positions are not the business of an impulse that stops a collision.
  if (rules.level == RowLevel::kCollision) return {};
  const Stabilization& stabilization = rules.stabilization;
  switch (stabilization.kind) {
    case StabilizationKind::kBaumgarte:
      return {0, push_out_bias(stabilization, gap, h)};
    case StabilizationKind::kRelaxation: {
      const RowCompliance law = discretize(stabilization.relaxation, Y_ii, h);
      return {law.S, law.rate * std::min(gap + stabilization.slop, 0.0)};
    }
    case StabilizationKind::kProjection:
      return {};
  }
  return {};
}

double push_out_bias(const Stabilization& stabilization, double gap, double h) {
  const double violation = std::min(gap + stabilization.slop, 0.0);
  return std::max(stabilization.erp * violation / h, -stabilization.max_speed);
}

int joint_block_kind(BaseBlockKind kind) {
  if (kind == BaseBlockKind::kLimit || kind == BaseBlockKind::kRope) return CARDAN_NONNEGATIVE;
  return kind == BaseBlockKind::kLoop ? CARDAN_FREE : CARDAN_BOX;
}

void push_base_row(BaseProblem& base, const BaseRow& row, double step) {
  base.b_free.push_back(row.b_free);
  base.b.push_back(row.b_free + row.bias);
  base.S.push_back(row.S);
  base.A_diag.push_back(row.A_ii);
  base.step.push_back(step);
  base.lambda_prev.push_back(row.lambda_prev);
  base.u_prev.push_back(row.u_prev);
}

namespace {

/// Columns: the freedoms of the island's trees, tree after tree.
void lay_out_columns(const Island& island, const std::vector<Tree>& trees, BaseProblem& base) {
  base.tree.clear();
  base.tree_column.clear();
  base.column_parent.clear();
  base.scratch.z0.clear();
  int column = 0;
  for (const int t : island.trees) {
    const Skeleton& skeleton = *trees[t].skeleton;
    base.tree.push_back(t);
    base.tree_column.push_back(column);
    for (int i = 0; i < skeleton.nv(); ++i) {
      const int parent = skeleton.dof_parent[i];
      base.column_parent.push_back(parent < 0 ? -1 : parent + column);
      base.scratch.z0.push_back(trees[t].z0[i]);
    }
    column += skeleton.nv();
  }
  clear_base_rows(column, base);
}

}  // namespace

void clear_base_rows(int columns, BaseProblem& base) {
  base.Y.clear(columns);
  base.blocks.clear();
  base.has_memory.clear();
  for (std::vector<double>* column : {&base.S, &base.b, &base.b_free, &base.A_diag, &base.step,
                                      &base.lambda_prev, &base.u_prev}) {
    column->clear();
  }
  base.num_contacts = 0;
  base.capped_friction = 0;
  base.redundant_rows = 0;
  base.dropped_rows = 0;
}

void assemble_base_problem(const Island& island, const ConstraintSet& constraints,
                           const std::vector<Tree>& trees, const ConstraintMemory& memory,
                           const ConstraintRules& rules, double h, BaseProblem& base) {
  base.dt = h;
  base.level = rules.level;
  base.slip_threshold = rules.slip_threshold;
  lay_out_columns(island, trees, base);
  const BaseAssembly assembly{constraints, trees, memory, rules, h, base};
  for (const int i : island.contacts) add_contact_rows(assembly, i);
  for (int k = 0; k < base.num_contacts; ++k) add_spin_rows(assembly, k);
  for (const int i : island.limits) add_limit_row(assembly, i);
  for (const int i : island.frictions) add_joint_friction_row(assembly, i);
  for (const int i : island.motors) add_motor_row(assembly, i);
  add_loop_rows(assembly, island.loops);
}

void add_impulses(const BaseProblem& base, const double* lambda_C, const std::vector<double*>& z) {
  // The rows' columns are global to the island; each tree owns a contiguous range of them.
  const cardan_rows Y = base.Y.view();
  for (int i = 0; i < Y.rows; ++i) {
    if (lambda_C[i] == 0) continue;
    std::size_t t = 0;
    for (std::int32_t k = Y.start[i]; k < Y.start[i + 1]; ++k) {
      while (t + 1 < base.tree.size() && Y.index[k] >= base.tree_column[t + 1]) ++t;
      z[base.tree[t]][Y.index[k] - base.tree_column[t]] += Y.value[k] * lambda_C[i];
    }
  }
}

}  // namespace cardan
