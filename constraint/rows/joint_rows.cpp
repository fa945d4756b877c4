#include <algorithm>
#include <cmath>

#include "cardan/mass_matrix.h"
#include "constraint/rows/base_rows.h"
#include "constraint/rows/compliance.h"

namespace cardan {

namespace {

/// A constraint on one DOF: J = sign times a unit vector.
struct JointRow {
  int tree = -1, dof = -1;
  double sign = 1;
  BaseBlock block;
};

/// J v before the step.
double velocity_of(const BaseAssembly& assembly, const JointRow& joint) {
  return joint.sign * assembly.trees[joint.tree].v[joint.dof];
}

/// Appends Y of the row. Returns |Y_i|².
double add_whitened_row(const BaseAssembly& assembly, const JointRow& joint) {
  BaseProblem& base = assembly.base;
  const Tree& tree = assembly.trees[joint.tree];
  const std::span<const int> path = tree.skeleton->path(joint.dof);
  std::vector<double>& y = base.scratch.path_a;
  y.assign(path.size(), 0.0);
  y.back() = joint.sign;
  whiten_path_rows(*tree.skeleton, *tree.data, joint.dof, 1, y.data());

  const int column = assembly.column_of(joint.tree);
  double Y_ii = 0;
  for (std::size_t e = 0; e < path.size(); ++e) {
    base.Y.push(column + path[e], y[e]);
    Y_ii += y[e] * y[e];
  }
  base.Y.end_row();
  return Y_ii;
}

/// Completes and appends the block and the numbers of the row whose Y is last.
void add_numbers(const BaseAssembly& assembly, const JointRow& joint, BaseRow row, double Y_ii,
                 const std::vector<ConstraintMemory::Entry>& memory) {
  BaseProblem& base = assembly.base;
  row.A_ii = Y_ii + row.S;
  row.b_free = assembly.rules.velocity_share * velocity_of(assembly, joint) +
               assembly.free_velocity_of_last_row();
  const ConstraintMemory::Entry* entry = find_memory(memory, {joint.block.key});
  if (entry != nullptr) row.lambda_prev = entry->lambda[0], row.u_prev = entry->u[0];
  base.blocks.push_back(joint.block);
  base.blocks.back().row = base.m();
  base.blocks.back().dim = 1;
  base.has_memory.push_back(entry != nullptr);
  push_base_row(base, row, 1 / row.A_ii);
}

}  // namespace

void add_limit_row(const BaseAssembly& assembly, int index) {
  const LimitConstraint& limit = assembly.constraints.limits[index];
  JointRow joint{limit.tree, limit.dof, limit.sign, {}};
  joint.block.kind = BaseBlockKind::kLimit;
  joint.block.constraint = index;
  joint.block.phi = limit.gap;
  joint.block.key = limit.key;
  joint.block.hi = std::numeric_limits<double>::infinity();
  joint.block.elastic = limit.compliance.soft();
  const double Y_ii = add_whitened_row(assembly, joint);
  const double before = velocity_of(assembly, joint);
  const double free = before + assembly.free_velocity_of_last_row();
  const GapLaw law = gap_law(assembly, {limit.gap, before, free, Y_ii}, limit.compliance);
  BaseRow row;
  row.S = law.S;
  row.bias = law.bias;
  add_numbers(assembly, joint, row, Y_ii, assembly.memory.limits);
}

void add_joint_friction_row(const BaseAssembly& assembly, int index) {
  const JointFrictionConstraint& friction = assembly.constraints.frictions[index];
  JointRow joint{friction.tree, friction.dof, 1, {}};
  joint.block.kind = BaseBlockKind::kJointFriction;
  joint.block.constraint = index;
  joint.block.key = friction.key;
  joint.block.hi = assembly.h * friction.effort;
  joint.block.lo = -joint.block.hi;
  add_numbers(assembly, joint, {}, add_whitened_row(assembly, joint), assembly.memory.frictions);
}

void add_motor_row(const BaseAssembly& assembly, int index) {
  const MotorConstraint& motor = assembly.constraints.motors[index];
  // τ = kp (q_ref + h q̇_ref − q − h v⁺) + kd (q̇_ref − v⁺): a spring and damper about q_ref.
  const Compliance law = Compliance::spring(motor.kp, motor.kd);
  if (!exerts_force(law, assembly.h)) {
    ++assembly.base.dropped_rows;
    return;
  }
  JointRow joint{motor.tree, motor.dof, 1, {}};
  joint.block.kind = BaseBlockKind::kMotor;
  joint.block.constraint = index;
  joint.block.key = motor.key;
  const auto bound = [&](double effort) {
    return assembly.h * std::clamp(effort + motor.effort, motor.lower, motor.upper);
  };
  joint.block.hi = bound(motor.max_effort);
  joint.block.lo = bound(-motor.max_effort);
  const double Y_ii = add_whitened_row(assembly, joint);
  const RowCompliance compliance = discretize(law, Y_ii, assembly.h);
  BaseRow row;
  row.S = compliance.S;
  row.bias = compliance.rate * motor.position_error - motor.velocity_ref -
             compliance.S * assembly.h * motor.effort;
  add_numbers(assembly, joint, row, Y_ii, assembly.memory.motors);
}

}  // namespace cardan
