// The island that scattered things are made of: one ball on one thing that does not move. Its rows
// are those of contact_rows.cpp, without what other islands need to be laid out.
#include <algorithm>

#include "cardan/constraint/contact_numbers_internal.h"
#include "cardan/constraint/row_sides_internal.h"
#include "cardan/dynamics/free_body_internal.h"

namespace cardan {

namespace {

constexpr int kFreedoms = 6;

bool is_lone_ball(const BaseAssembly& assembly, const Island& island) {
  if (island.trees.size() != 1 || island.contacts.size() != 1) return false;
  if (!island.limits.empty() || !island.frictions.empty() || !island.motors.empty()) return false;
  if (!island.loops.empty()) return false;
  const ContactConstraint& contact = assembly.constraints.contacts[island.contacts.front()];
  if (movable(contact.a) == movable(contact.b)) return false;
  if (contact.surface.mu_torsion != 0 || contact.surface.mu_rolling != 0) return false;
  return is_ball(*assembly.trees[island.trees.front()].skeleton);
}

/// Rows n and t1 of Y side by side, two lanes an entry, t2 beside them, and what follows from them.
struct Rows {
  using Pair = Eigen::Array2d;
  Pair Y[kFreedoms];
  double Y_t2[kFreedoms];
  double Y_ii[3], free[3];
  double size;  ///< what |Y_i|² could be
};

/// Entries of [r × d; d], sign included in arm = ± r.
template <class Lanes>
void lay_row(const Vector3& arm, double sign, const Lanes* d, Lanes* Y) {
  Y[0] = arm.y() * d[2] - arm.z() * d[1];
  Y[1] = arm.z() * d[0] - arm.x() * d[2];
  Y[2] = arm.x() * d[1] - arm.y() * d[0];
  for (int c = 0; c < 3; ++c) Y[3 + c] = sign * d[c];
}

/// Y = J D^(−1/2), as L = 1. J of row k: sign [r × d_k; d_k], r from the ball's centre, which is O.
Rows whiten_rows(const Tree& tree, const ContactConstraint& contact, const Vector3& r,
                 double sign) {
  Rows::Pair d[3];
  for (int c = 0; c < 3; ++c) d[c] = {contact.normal[c], contact.tangent1[c]};
  const Vector3 d_t2 = contact.row_direction(2), arm = sign * r;
  Rows rows;
  lay_row(arm, sign, d, rows.Y);
  lay_row(arm, sign, d_t2.data(), rows.Y_t2);
  const double *scale = tree.data->sqrt_D_inv.data(), *D_inv = tree.data->D_inv.data();
  Rows::Pair Y_ii = Rows::Pair::Zero(), free = Rows::Pair::Zero();
  double t2_ii = 0, t2_free = 0;
  for (int e = 0; e < kFreedoms; ++e) {
    const Rows::Pair y = rows.Y[e] * scale[e];
    const double y_t2 = rows.Y_t2[e] * scale[e];
    Y_ii += y * y;
    free += y * tree.z0[e];
    t2_ii += y_t2 * y_t2;
    t2_free += y_t2 * tree.z0[e];
    rows.Y[e] = y;
    rows.Y_t2[e] = y_t2;
  }
  rows.Y_ii[0] = Y_ii[0], rows.Y_ii[1] = Y_ii[1], rows.Y_ii[2] = t2_ii;
  rows.free[0] = free[0], rows.free[1] = free[1], rows.free[2] = t2_free;
  rows.size = r.squaredNorm() * (D_inv[0] + D_inv[1] + D_inv[2]) + (D_inv[3] + D_inv[4] + D_inv[5]);
  return rows;
}

void write_columns(int index, const Tree& tree, BaseProblem& base) {
  if (base.tree.size() != 1) {
    base.tree.resize(1);
    base.tree_column.resize(1);
  }
  base.tree[0] = index;
  base.tree_column[0] = 0;
  if (base.column_parent.size() != kFreedoms || base.scratch.z0.size() != kFreedoms) {
    base.column_parent.resize(kFreedoms);
    base.scratch.z0.resize(kFreedoms);
  }
  std::copy_n(tree.skeleton->dof_parent.data(), kFreedoms, base.column_parent.data());
  std::copy_n(tree.z0, kFreedoms, base.scratch.z0.data());  // formulations read it
  base.Y.cols = kFreedoms;
}

void write_entries(const Rows& rows, SparseRows& Y) {
  constexpr std::int32_t kIndex[3 * kFreedoms] = {0, 1, 2, 3, 4, 5, 0, 1, 2,
                                                  3, 4, 5, 0, 1, 2, 3, 4, 5};
  if (Y.index.size() != 3 * kFreedoms) {
    Y.index.resize(3 * kFreedoms);
    Y.value.resize(3 * kFreedoms);
  }
  std::copy_n(kIndex, 3 * kFreedoms, Y.index.data());
  double* value = Y.value.data();
  for (int e = 0; e < kFreedoms; ++e) {
    value[e] = rows.Y[e][0];
    value[kFreedoms + e] = rows.Y[e][1];
    value[2 * kFreedoms + e] = rows.Y_t2[e];
  }
  for (int k = 0; k <= 3; ++k) Y.start[k] = kFreedoms * k;
}

}  // namespace

bool assemble_lone_ball(const BaseAssembly& assembly, const Island& island) {
  if (!is_lone_ball(assembly, island)) return false;
  const int index = island.contacts.front(), tree_index = island.trees.front();
  const ContactConstraint& contact = assembly.constraints.contacts[index];
  const Tree& tree = assembly.trees[tree_index];
  const double sign = movable(contact.b) ? 1 : -1;
  const Vector3 r = contact.point - tree.data->O_W;
  const Rows rows = whiten_rows(tree, contact, r, sign);
  if (!(rows.Y_ii[0] > kZeroRow * rows.size)) return false;  // a row to be dropped

  BaseProblem& base = assembly.base;
  write_columns(tree_index, tree, base);
  size_contact_rows(1, base);
  write_entries(rows, base.Y);
  base.num_contacts = base.capped_friction = base.redundant_rows = base.dropped_rows = 0;
  const Eigen::Map<const Vector3> omega(tree.data->V.data()), v(tree.data->V.data() + 3);
  const Vector3 point_velocity = v + omega.cross(r);
  write_contact_numbers(assembly, index,
                        {rows.Y_ii, rows.free, sign * point_velocity + contact.surface_velocity});
  base.num_contacts = 1;
  return true;
}

}  // namespace cardan
