#include "constraint/rows/base_problem.h"

#include <algorithm>
#include <array>

#include "cardan/skeleton.h"
#include "constraint/rows/base_rows.h"
#include "constraint/rows/compliance.h"
#include "core/resize_with_room.h"

namespace cardan {

int BaseAssembly::column_of(int tree) const {
  const auto it = std::lower_bound(base.tree.begin(), base.tree.end(), tree);
  return base.tree_column[it - base.tree.begin()];
}

double BaseAssembly::free_velocity_of_last_row() const {
  return sparse_dot(base.Y.view(), base.Y.rows() - 1, base.z0.data());
}

GapLaw RowInputs::gap_law(double gap, const Compliance& own, double Y_ii) const {
  if (own.soft()) {
    // A spring acts on its violation only.
    const RowCompliance law = discretize(own, Y_ii, h);
    return {law.S, gap > 0 ? rules.gap_share * gap / h : law.rate * gap};
  }
  if (gap > 0) return {0, rules.gap_share * gap / h};
  // An impulse that stops a collision does not correct positions.
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

GapLaw gap_law(const RowInputs& inputs, const GapMotion& motion, const Compliance& own) {
  if (own.soft() && inputs.rules.level == RowLevel::kVelocity)
    return discretize_one_sided(own, motion, inputs.h, damper_share(inputs.rules));
  return inputs.gap_law(motion.gap, own, motion.Y_ii);
}

double push_out_bias(const Stabilization& stabilization, double gap, double h) {
  const double violation = std::min(gap + stabilization.slop, 0.0);
  return std::max(stabilization.erp * violation / h, -stabilization.max_speed);
}

int joint_block_kind(BaseBlockKind kind) {
  if (kind == BaseBlockKind::kLimit || kind == BaseBlockKind::kRope) return CARDAN_NONNEGATIVE;
  return kind == BaseBlockKind::kLoop ? CARDAN_FREE : CARDAN_BOX;
}

namespace {

void clear_counts(BaseProblem& base) {
  base.num_contacts = 0;
  base.capped_friction = 0;
  base.redundant_rows = 0;
  base.dropped_rows = 0;
}

/// Sets the columns: the DOFs of the island's trees, tree after tree.
void lay_out_columns(const Island& island, const std::vector<Tree>& trees, BaseProblem& base) {
  base.tree.assign(island.trees.begin(), island.trees.end());
  base.tree_column.resize(base.tree.size());
  int columns = 0;
  for (std::size_t k = 0; k < base.tree.size(); ++k) {
    base.tree_column[k] = columns;
    columns += trees[base.tree[k]].skeleton->nv();
  }
  base.column_parent.resize(columns);
  base.z0.resize(columns);
  for (std::size_t k = 0; k < base.tree.size(); ++k) {
    const Tree& tree = trees[base.tree[k]];
    const int first = base.tree_column[k], nv = tree.skeleton->nv();
    std::copy_n(tree.z0, nv, base.z0.begin() + first);
    const int* parent = tree.skeleton->dof_parent.data();
    for (int i = 0; i < nv; ++i)
      base.column_parent[first + i] = parent[i] < 0 ? -1 : parent[i] + first;
  }
  clear_counts(base);
  base.Y.cols = columns;
}

/// The vectors with one entry per row.
std::array<std::vector<double>*, 7> row_numbers(BaseProblem& base) {
  return {&base.S,         &base.b,           &base.b_free, &base.A_diag,
          &base.prox_step, &base.lambda_prev, &base.u_prev};
}

}  // namespace

void size_contact_rows(std::size_t contacts, BaseProblem& base) {
  if (base.blocks.size() == contacts && base.b.size() == 3 * contacts) return;
  resize_with_room(contacts, base.blocks);
  resize_with_room(contacts, base.has_memory);
  resize_with_room(3 * contacts + 1, base.Y.start);
  for (std::vector<double>* column : row_numbers(base)) resize_with_room(3 * contacts, *column);
}

void write_rules(const RowInputs& inputs, BaseProblem& base) {
  base.dt = inputs.h;
  base.time_of_rows = inputs.rules.at_middle ? 0.5 : 0;
  base.level = inputs.rules.level;
  base.slip_threshold = inputs.rules.slip_threshold;
  base.restitution_threshold = inputs.rules.restitution_threshold;
}

void clear_base_rows(int columns, BaseProblem& base) {
  base.Y.clear(columns);
  base.blocks.clear();
  base.has_memory.clear();
  for (std::vector<double>* column : row_numbers(base)) column->clear();
  clear_counts(base);
}

void assemble_base_problem(const Island& island, const ConstraintSet& constraints,
                           const std::vector<Tree>& trees, const ConstraintMemory& memory,
                           const ConstraintRules& rules, double h, BaseProblem& base) {
  assemble_base_problem({constraints, trees, memory, rules, h}, island, base);
}

void assemble_base_problem(const RowInputs& inputs, const Island& island, BaseProblem& base) {
  BaseAssembly assembly{inputs, base};
  write_rules(assembly, base);
  if (assemble_isotropic_contact(assembly, island)) return;
  lay_out_columns(island, inputs.trees, base);
  size_contact_rows(island.contacts.size(), base);
  base.Y.start[0] = 0;
  for (const int i : island.contacts)
    if (!add_isotropic_rows(assembly, i)) add_contact_rows(assembly, i);
  size_contact_rows(static_cast<std::size_t>(base.num_contacts), base);  // without the dropped ones
  const auto entries = static_cast<std::size_t>(base.Y.start.back());
  if (base.Y.index.size() != entries) {
    base.Y.index.resize(entries);
    base.Y.value.resize(entries);
  }
  for (int k = 0; k < base.num_contacts; ++k) add_spin_rows(assembly, k);
  for (const int i : island.limits) add_limit_row(assembly, i);
  for (const int i : island.frictions) add_joint_friction_row(assembly, i);
  for (const int i : island.motors) add_motor_row(assembly, i);
  add_loop_rows(assembly, island.loops);
}

void add_impulses(const BaseProblem& base, const double* z_island, const std::vector<double*>& z) {
  for (std::size_t t = 0; t < base.tree.size(); ++t) {
    const int first = base.tree_column[t];
    const int end = t + 1 < base.tree.size() ? base.tree_column[t + 1] : base.Y.cols;
    double* own = z[base.tree[t]];
    for (int i = first; i < end; ++i) own[i - first] += z_island[i];
  }
}

}  // namespace cardan
