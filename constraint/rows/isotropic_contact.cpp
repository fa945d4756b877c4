// An island of one isotropic body with one contact on a fixed body. Its rows are those of
// isotropic_rows.h; the answer needs no base problem.
#include "constraint/rows/isotropic_contact.h"

#include <algorithm>

#include "cardan/skeleton_data.h"
#include "constraint/judge/contact_residual.h"
#include "constraint/judge/rounding.h"
#include "constraint/push_out.h"
#include "constraint/rows/contact_columns.h"
#include "constraint/rows/isotropic_rows.h"
#include "constraint/rows/row_sides.h"
#include "constraint/sticking_sweep.h"

namespace cardan {

namespace {

constexpr int kDofs = IsotropicRows::kDofs;

constexpr std::int32_t kColumns[kDofs] = {0, 1, 2, 3, 4, 5};

bool is_isotropic_contact(const RowInputs& inputs, const Island& island) {
  if (island.trees.size() != 1 || island.contacts.size() != 1) return false;
  if (!island.limits.empty() || !island.frictions.empty() || !island.motors.empty()) return false;
  if (!island.loops.empty()) return false;
  const ContactConstraint& contact = inputs.constraints.contacts[island.contacts.front()];
  if (movable(contact.a) == movable(contact.b)) return false;
  if (contact.surface.mu_torsion != 0 || contact.surface.mu_rolling != 0) return false;
  return is_isotropic(inputs.trees[island.trees.front()]);
}

/// +1 if the body is B of the contact, −1 if it is A.
double sign_of(const ContactConstraint& contact) { return movable(contact.b) ? 1 : -1; }

void write_columns(int index, const Tree& tree, BaseProblem& base) {
  if (base.tree.size() != 1) {
    base.tree.resize(1);
    base.tree_column.resize(1);
  }
  base.tree[0] = index;
  base.tree_column[0] = 0;
  if (base.column_parent.size() != kDofs || base.z0.size() != kDofs) {
    base.column_parent.resize(kDofs);
    base.z0.resize(kDofs);
  }
  std::copy_n(tree.skeleton->dof_parent.data(), kDofs, base.column_parent.data());
  std::copy_n(tree.z0, kDofs, base.z0.data());  // formulations read it
  base.Y.cols = kDofs;
}

void write_entries(const IsotropicRows& rows, SparseRows& Y) {
  if (Y.index.size() != 3 * kDofs) {
    Y.index.resize(3 * kDofs);
    Y.value.resize(3 * kDofs);
  }
  rows.write_entries(0, kDofs, Y.index.data(), Y.value.data());
  for (int k = 0; k <= 3; ++k) Y.start[k] = kDofs * k;
}

/// Records the contact and computes its rows. False: the island is of another kind, or nothing can
/// move along the normal.
bool read_contact(const RowInputs& inputs, const Island& island, IsotropicContact& record,
                  IsotropicRows& rows) {
  if (!is_isotropic_contact(inputs, island)) return false;
  record.tree = island.trees.front();
  record.contact = island.contacts.front();
  const ContactConstraint& contact = inputs.constraints.contacts[record.contact];
  const Tree& tree = inputs.trees[record.tree];
  record.arm =
      contact.point + (movable(contact.a) ? contact.offset_a : contact.offset_b) - tree.data->O_W;
  whiten_isotropic_rows(tree, contact, record.arm, sign_of(contact), rows);
  if (!(rows.Y_ii[0] > kZeroRow * rows.size)) return false;  // zero except for rounding
  const Vector3 velocity =
      sign_of(contact) * isotropic_point_velocity(tree, record.arm) + contact.surface_velocity;
  compute_contact_numbers(inputs, record.contact, {rows.Y_ii, rows.free, velocity}, record.numbers);
  return true;
}

void write_base(const RowInputs& inputs, const IsotropicContact& record, const IsotropicRows& rows,
                BaseProblem& base) {
  write_columns(record.tree, inputs.trees[record.tree], base);
  size_contact_rows(1, base);
  write_entries(rows, base.Y);
  base.num_contacts = base.capped_friction = base.redundant_rows = base.dropped_rows = 0;
  write_contact_numbers(inputs.constraints, record.contact, record.numbers, base);
  base.num_contacts = 1;
}

/// An impulse with its z = Yᵀ λ, u = Y z + S λ + b and residual.
struct Start {
  Vector3 lambda, u;
  double z[kDofs];
  double residual;
};

/// Computes u and the judge's residual, which is NaN if a number is not finite.
void judge(const IsotropicRows& rows, const ContactNumbers& numbers, Start& start) {
  IsotropicRows::Pair u = IsotropicRows::Pair::Zero();
  double u_t2 = 0;
  for (int e = 0; e < kDofs; ++e) {
    u += rows.Y[e] * start.z[e];
    u_t2 += rows.Y_t2[e] * start.z[e];
  }
  start.u = {u[0], u[1], u_t2};
  for (int k = 0; k < 3; ++k) start.u[k] += numbers.S[k] * start.lambda[k] + numbers.b[k];
  start.residual =
      contact_residual(numbers.friction, start.lambda.data(), start.u.data(), numbers.prox_step) +
      0 * (start.lambda.sum() + start.u.sum());
}

/// True if the rounding of u may exceed the share that the judge accepts (rounding.h).
bool rounding_matters(const ContactNumbers& numbers, const Vector3& lambda, double tolerance) {
  const double prox_steps[3] = {numbers.prox_step, numbers.prox_step, numbers.prox_step};
  RoundingScan scan;
  scan.add(CARDAN_CONE, 3, numbers.friction, lambda.data(), numbers.b, prox_steps);
  return scan.matters(3, kDofs, tolerance);
}

/// Computes z, u and residual of an impulse.
void begin(const IsotropicRows& rows, const ContactNumbers& numbers, const Vector3& lambda,
           Start& start) {
  start.lambda = lambda;
  for (int e = 0; e < kDofs; ++e) {
    start.z[e] = rows.Y[e][0] * lambda[0] + rows.Y[e][1] * lambda[1] + rows.Y_t2[e] * lambda[2];
  }
  judge(rows, numbers, start);
}

/// Sweeps the contact once and keeps the result if its residual is smaller.
void sweep(const IsotropicRows& rows, const ContactNumbers& numbers, Start& start) {
  double Y[3 * kDofs];
  rows.write_values(kDofs, Y);
  Start swept = start;
  sweep_sticking_contact({{kColumns, kDofs, Y}, numbers.S, numbers.b, numbers.friction},
                         swept.lambda.data(), swept.z);
  judge(rows, numbers, swept);
  if (swept.residual < start.residual) start = swept;
}

/// Impulse of a contact without friction: λ_n = max(−b_n / A_nn, 0).
Vector3 smooth_impulse(const ContactNumbers& numbers) {
  return {std::max(-numbers.b[0] / numbers.A_diag[0], 0.0), 0, 0};
}

}  // namespace

bool assemble_isotropic_contact(const BaseAssembly& assembly, const Island& island) {
  IsotropicContact record;
  IsotropicRows rows;
  if (!read_contact(assembly, island, record, rows)) return false;
  write_base(assembly, record, rows, assembly.base);
  return true;
}

void write_isotropic_contact(const RowInputs& inputs, const IsotropicContact& record,
                             BaseProblem& base) {
  const ContactConstraint& contact = inputs.constraints.contacts[record.contact];
  write_rules(inputs, base);
  IsotropicRows rows;
  whiten_isotropic_rows(inputs.trees[record.tree], contact, record.arm, sign_of(contact), rows);
  write_base(inputs, record, rows, base);
}

bool answer_isotropic_contact(const RowInputs& inputs, const Island& island, double tolerance,
                              IsotropicContact& record, IsotropicAnswer& answer) {
  IsotropicRows rows;
  if (!read_contact(inputs, island, record, rows)) return false;
  const ContactNumbers& numbers = record.numbers;
  if (numbers.can_bounce || numbers.friction > kMaxFriction) return false;
  if (!numbers.elastic && numbers.phi < 0 &&
      would_throw({push_out_speed(inputs.rules, numbers.phi, inputs.h),
                   excuse(inputs.rules, numbers.b_free[0], numbers.rest_of_step),
                   numbers.S[0] * numbers.lambda_prev[0],
                   quiet_push(numbers.A_diag[0], numbers.prox_step)})) {
    return false;
  }
  const bool smooth = numbers.friction == 0;
  Start start;
  begin(rows, numbers, smooth ? smooth_impulse(numbers) : numbers.lambda_prev, start);
  if (!(start.residual <= tolerance)) return false;
  if (!smooth && start.residual > kSweepShare * tolerance) sweep(rows, numbers, start);
  if (rounding_matters(numbers, start.lambda, tolerance)) return false;
  record.lambda = start.lambda;
  record.residual = start.residual;
  std::copy_n(start.z, kDofs, answer.z);
  Vector3 u;
  for (int k = 0; k < 3; ++k)
    u[k] = start.u[k] - numbers.S[k] * start.lambda[k] - (numbers.b[k] - numbers.b_free[k]);
  answer.contact = answer_of_rows(inputs.constraints.contacts[record.contact], start.lambda.data(),
                                  start.u.data(), u, numbers.A_diag[0], numbers.friction);
  return true;
}

}  // namespace cardan
