// Rows of a contact between two isotropic bodies, or between one and a fixed body, in one pass.
#include "constraint/rows/isotropic_rows.h"

#include "cardan/skeleton_data.h"
#include "constraint/rows/contact_numbers.h"
#include "constraint/rows/row_sides.h"
#include "core/resize_with_room.h"

namespace cardan {

namespace {

bool has_isotropic_sides(const BaseAssembly& assembly, const ContactConstraint& contact) {
  const auto is_isotropic_or_fixed = [&](const BodyRef& body) {
    return !movable(body) || is_isotropic(assembly.trees[body.tree]);
  };
  return contact.a.tree != contact.b.tree && is_isotropic_or_fixed(contact.a) &&
         is_isotropic_or_fixed(contact.b);
}

/// Sums over both bodies.
struct ContactSums {
  double Y_ii[3] = {}, free[3] = {}, size = 0;
  Vector3 velocity = Vector3::Zero();  ///< velocity of B's point relative to A's [m/s]
};

/// Destination of the entries of one body. Rows are `stride` entries apart.
struct Place {
  int column, stride;
  std::int32_t* index;
  double* value;
};

/// Adds one body's part of the rows.
void add_body(const Tree& tree, const ContactConstraint& contact, double sign, const Place& at,
              ContactSums& sums) {
  const Vector3 r =
      contact.point + (sign < 0 ? contact.offset_a : contact.offset_b) - tree.data->O_W;
  IsotropicRows rows;
  whiten_isotropic_rows(tree, contact, r, sign, rows);
  rows.write_entries(at.column, at.stride, at.index, at.value);
  for (int k = 0; k < 3; ++k) {
    sums.Y_ii[k] += rows.Y_ii[k];
    sums.free[k] += rows.free[k];
  }
  sums.size += rows.size;
  sums.velocity += sign * isotropic_point_velocity(tree, r);
}

}  // namespace

bool add_isotropic_rows(const BaseAssembly& assembly, int index) {
  const ContactConstraint& contact = assembly.constraints.contacts[index];
  if (!has_isotropic_sides(assembly, contact)) return false;
  BaseProblem& base = assembly.base;
  const bool has_a = movable(contact.a), has_b = movable(contact.b);
  const int count = IsotropicRows::kDofs * (has_a && has_b ? 2 : 1);
  std::int32_t* start = &base.Y.start[3 * base.num_contacts];
  const auto first = static_cast<std::size_t>(*start);
  if (base.Y.index.size() < first + 3 * count) {
    resize_with_room(first + 3 * count, base.Y.index);
    resize_with_room(first + 3 * count, base.Y.value);
  }
  for (int k = 1; k <= 3; ++k) start[k] = static_cast<std::int32_t>(first) + k * count;

  // Columns must ascend.
  const bool a_first = !has_b || contact.a.tree < contact.b.tree;
  const auto place = [&](const BodyRef& body, bool is_first) {
    const std::size_t at = first + (is_first ? 0 : IsotropicRows::kDofs);
    return Place{assembly.column_of(body.tree), count, base.Y.index.data() + at,
                 base.Y.value.data() + at};
  };
  ContactSums sums;
  if (has_a) add_body(assembly.trees[contact.a.tree], contact, -1, place(contact.a, a_first), sums);
  if (has_b) {
    const bool b_first = !has_a || !a_first;
    add_body(assembly.trees[contact.b.tree], contact, +1, place(contact.b, b_first), sums);
  }
  if (!(sums.Y_ii[0] > kZeroRow * sums.size)) {  // as add_contact_rows
    ++base.dropped_rows;
    return true;
  }
  write_contact_numbers(assembly, index,
                        {sums.Y_ii, sums.free, sums.velocity + contact.surface_velocity});
  ++base.num_contacts;
  return true;
}

}  // namespace cardan
