#include <algorithm>
#include <cmath>

#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "constraint/rows/contact_numbers.h"
#include "constraint/rows/row_sides.h"
#include "core/resize_with_room.h"
#include "dynamics/kernels/four.h"
#include "dynamics/kernels/free_body.h"

namespace cardan {

namespace {

using kernel::Four;

/// Relative motion of the bodies of a contact in three rows: velocity of the point along the
/// directions n, t1, t2, or spin about them.
struct Motion {
  const ContactConstraint& contact;
  bool spin = false;

  /// Point that moves with A (sign < 0) or B.
  Vector3 point(double sign) const {
    return contact.point + (sign < 0 ? contact.offset_a : contact.offset_b);
  }
  Vector3 direction(int k) const { return spin ? contact.axis(k) : contact.row_direction(k); }
};

/// Factors of one side for products with motion columns S. Row k of J is
///   sign d · (S_lin + S_ang × r) = sign (d · S_lin + (r × d) · S_ang), r from O to the contact
/// point, or sign d · S_ang for spin; axes of W. Lane k of each component belongs to row k.
struct SideLanes {
  Four angular[3], linear[3];

  SideLanes(const Motion& motion, const Vector3& r, double sign) {
    const Vector3 n = sign * motion.direction(0), t1 = sign * motion.direction(1),
                  t2 = sign * motion.direction(2);
    for (int c = 0; c < 3; ++c) linear[c] = Four(n[c], t1[c], t2[c], 0);
    if (motion.spin) {
      std::copy_n(linear, 3, angular);
      std::fill_n(linear, 3, Four(0));
      return;
    }
    angular[0] = r[1] * linear[2] - r[2] * linear[1];
    angular[1] = r[2] * linear[0] - r[0] * linear[2];
    angular[2] = r[0] * linear[1] - r[1] * linear[0];
  }

  /// Entries of the rows for one column S.
  Four multiply(const double* S) const {
    return S[0] * angular[0] + S[1] * angular[1] + S[2] * angular[2] +
           (S[3] * linear[0] + S[4] * linear[1] + S[5] * linear[2]);
  }

  /// Entries for the six columns of a floating base, which are the identity.
  void copy(double* lanes) const {
    for (int c = 0; c < 3; ++c) {
      angular[c].store(lanes + kLanes * c);
      linear[c].store(lanes + kLanes * (c + 3));
    }
  }
};

/// |S_ang|² |r|² + |S_lin|², or |S_ang|² for spin: bound of the squared entries of a column.
double column_size(const double* S, bool spin, double r_squared) {
  const double angular = S[0] * S[0] + S[1] * S[1] + S[2] * S[2];
  return spin ? angular : S[3] * S[3] + S[4] * S[4] + S[5] * S[5] + angular * r_squared;
}

/// Writes Y = J L⁻¹ D^(−1/2) of one side on the path of its body, four lanes per entry of y.
/// Returns Side::size.
double lay_path_rows(const BaseAssembly& assembly, const Motion& motion, const BodyRef& body,
                     double sign, double* y) {
  const Tree& tree = assembly.trees[body.tree];
  const Skeleton& skeleton = *tree.skeleton;
  const Data& data = *tree.data;
  const int last_dof = skeleton.body_last_dof[body.body];
  const std::span<const int> path = skeleton.path(last_dof);

  // Mimic joints move a body by DOFs of other joints: then its columns are not those of S.
  const bool coupled = skeleton.coupled();
  std::vector<double>& columns = assembly.base.scratch.motion_columns;
  if (coupled) {
    columns.resize(6 * path.size());
    body_columns(skeleton, data, body.body, columns.data());
  }
  const Vector3 r = motion.point(sign) - data.O_W;
  const SideLanes J(motion, r, sign);
  const double r_squared = r.squaredNorm();
  double size = 0;
  int first = 0;
  if (skeleton.floating_base() && !coupled) {
    J.copy(y);
    const double* D_inv = data.D_inv.data();
    const double turning = D_inv[0] + D_inv[1] + D_inv[2];
    size = motion.spin ? turning : turning * r_squared + (D_inv[3] + D_inv[4] + D_inv[5]);
    first = 6;
  }
  const double *own = columns.data(), *shared = data.S.data(), *D_inv = data.D_inv.data();
  const int count = static_cast<int>(path.size());
  for (int e = first; e < count; ++e) {
    const double* S = coupled ? own + 6 * e : shared + 6 * path[e];
    J.multiply(S).store(y + kLanes * e);
    size += column_size(S, motion.spin, r_squared) * D_inv[path[e]];
  }
  whiten_path_rows(skeleton, data, last_dof, kLanes, y);
  return size;
}

/// The path of a body in its tree.
std::span<const int> path_of(const BaseAssembly& assembly, const BodyRef& body) {
  const Skeleton& skeleton = *assembly.trees[body.tree].skeleton;
  return skeleton.path(skeleton.body_last_dof[body.body]);
}

Side whitened_side(const BaseAssembly& assembly, const Motion& motion, const BodyRef& body,
                   double sign, std::vector<double>& y) {
  Side side;
  side.movable = movable(body);
  if (!side.movable) return side;
  side.column = assembly.column_of(body.tree);
  side.path = path_of(assembly, body);
  side.y = &y;
  y.resize(kLanes * side.path.size());
  side.size = lay_path_rows(assembly, motion, body, sign, y.data());
  return side;
}

/// Writes both sides on the union of their paths.
double lay_both_sides(const BaseAssembly& assembly, const Motion& motion) {
  BaseProblem::Scratch& scratch = assembly.base.scratch;
  const Side a = whitened_side(assembly, motion, motion.contact.a, -1, scratch.path_a);
  const Side b = whitened_side(assembly, motion, motion.contact.b, +1, scratch.path_b);
  merge_sides(a, b, scratch);
  return a.size + b.size;
}

/// Writes the movable side of a contact with an immovable body.
double lay_one_side(const BaseAssembly& assembly, const Motion& motion) {
  BaseProblem::Scratch& scratch = assembly.base.scratch;
  const bool is_a = movable(motion.contact.a);
  const BodyRef& body = is_a ? motion.contact.a : motion.contact.b;
  const std::span<const int> path = path_of(assembly, body);
  const int column = assembly.column_of(body.tree);
  scratch.columns.resize(path.size());
  scratch.lanes.resize(kLanes * path.size());
  std::int32_t* columns = scratch.columns.data();
  for (std::size_t e = 0; e < path.size(); ++e) columns[e] = column + path[e];
  return lay_path_rows(assembly, motion, body, is_a ? -1 : +1, scratch.lanes.data());
}

/// |Y_i|² and Y_i z0 of the three rows.
struct Whitened {
  double Y_ii[kLanes] = {}, free[kLanes] = {};
  double size = 0;  ///< bound of |Y_i|², the reference for rounding
};

bool is_free(const BaseAssembly& assembly, const BodyRef& body) {
  return is_free_body(*assembly.trees[body.tree].skeleton);
}

/// Directions of the three rows by component. Lane k belongs to row k.
struct DirectionLanes {
  double d[3][kLanes] = {};

  explicit DirectionLanes(const Motion& motion) {
    for (int k = 0; k < 3; ++k) {
      const Vector3& axis = motion.contact.axis(k);
      const double scale = k == 2 && !motion.spin ? motion.contact.surface.mu_ratio : 1;
      for (int c = 0; c < 3; ++c) d[c][k] = scale * axis[c];
    }
  }
};

/// Writes the whitened rows of a free body as entries first … first + 5 of scratch. Before
/// whitening they are [r × d; d], or [d; 0] for spin. Returns Side::size.
double lay_free_side(const BaseAssembly& assembly, const Motion& motion, const DirectionLanes& rows,
                     const BodyRef& body, double sign, int first) {
  BaseProblem::Scratch& scratch = assembly.base.scratch;
  const Tree& tree = assembly.trees[body.tree];
  const Data& data = *tree.data;
  const Vector3 r = motion.point(sign) - data.O_W;
  const Vector3 arm = sign * r;
  double* lanes = &scratch.lanes[kLanes * first];
  const auto &x = rows.d[0], &y = rows.d[1], &z = rows.d[2];
  for (int k = 0; k < kLanes; ++k) {
    lanes[k] = arm.y() * z[k] - arm.z() * y[k];
    lanes[kLanes + k] = arm.z() * x[k] - arm.x() * z[k];
    lanes[2 * kLanes + k] = arm.x() * y[k] - arm.y() * x[k];
    for (int c = 0; c < 3; ++c) lanes[kLanes * (c + 3) + k] = sign * rows.d[c][k];
  }
  if (motion.spin) {
    std::copy_n(lanes + 3 * kLanes, 3 * kLanes, lanes);
    std::fill_n(lanes + 3 * kLanes, 3 * kLanes, 0.0);
  }
  whiten_path_rows(*tree.skeleton, data, 5, kLanes, lanes);
  const int column = assembly.column_of(body.tree);
  for (int e = 0; e < 6; ++e) scratch.columns[first + e] = column + e;
  const double* D_inv = data.D_inv.data();
  return (motion.spin ? 1.0 : r.squaredNorm()) * (D_inv[0] + D_inv[1] + D_inv[2]) +
         (motion.spin ? 0.0 : D_inv[3] + D_inv[4] + D_inv[5]);
}

/// Writes both sides of a contact of free bodies to scratch, columns ascending. Returns false if a
/// movable body is not free.
bool lay_free_sides(const BaseAssembly& assembly, const Motion& motion, double* size) {
  const BodyRef &a = motion.contact.a, &b = motion.contact.b;
  const bool has_a = movable(a), has_b = movable(b);
  if ((has_a && !is_free(assembly, a)) || (has_b && !is_free(assembly, b))) return false;
  if (has_a && has_b && a.tree == b.tree) return false;
  BaseProblem::Scratch& scratch = assembly.base.scratch;
  scratch.columns.resize(has_a && has_b ? 12 : 6);
  scratch.lanes.resize(kLanes * scratch.columns.size());
  const bool a_first = !has_b || a.tree < b.tree;
  const DirectionLanes rows(motion);
  *size = 0;
  if (has_a) *size += lay_free_side(assembly, motion, rows, a, -1, a_first ? 0 : 6);
  if (has_b) *size += lay_free_side(assembly, motion, rows, b, +1, has_a && a_first ? 6 : 0);
  return true;
}

/// Writes the rows to scratch.columns and scratch.lanes. Returns Whitened::size.
double lay_rows(const BaseAssembly& assembly, const Motion& motion) {
  double size = 0;
  if (lay_free_sides(assembly, motion, &size)) return size;
  const bool one_side = movable(motion.contact.a) != movable(motion.contact.b);
  return one_side ? lay_one_side(assembly, motion) : lay_both_sides(assembly, motion);
}

/// Sums over the rows in scratch and calls visit(entry, column, lanes) for each entry.
template <class Visit>
Whitened sum_rows(const BaseProblem& base, double size, const Visit& visit) {
  const BaseProblem::Scratch& scratch = base.scratch;
  Four Y_ii(0), free(0);
  const std::int32_t* columns = scratch.columns.data();
  const double *lanes = scratch.lanes.data(), *z0 = base.z0.data();
  const std::size_t count = scratch.columns.size();
  for (std::size_t e = 0; e < count; ++e) {
    const Four y = Four::load(lanes + kLanes * e);
    Y_ii += y * y;
    free += z0[columns[e]] * y;
    visit(e, columns[e], y);
  }
  Whitened result;
  Y_ii.store(result.Y_ii);
  free.store(result.free);
  result.size = size;
  return result;
}

void push_lane(BaseProblem& base, int lane) {
  const BaseProblem::Scratch& scratch = base.scratch;
  const std::size_t first = base.Y.index.size(), count = scratch.columns.size();
  base.Y.index.insert(base.Y.index.end(), scratch.columns.begin(), scratch.columns.end());
  base.Y.value.resize(first + count);
  for (std::size_t e = 0; e < count; ++e) {
    base.Y.value[first + e] = scratch.lanes[kLanes * e + lane];
  }
  base.Y.end_row();
}

/// Writes rows n, t1, t2 of a contact, which share their columns.
Whitened write_contact_rows(const BaseAssembly& assembly, const ContactConstraint& contact) {
  BaseProblem& base = assembly.base;
  const double size = lay_rows(assembly, {contact});
  std::int32_t* start = &base.Y.start[3 * base.num_contacts];
  const auto first = static_cast<std::size_t>(*start);
  const std::size_t count = base.scratch.columns.size();
  if (base.Y.index.size() < first + 3 * count) {
    resize_with_room(first + 3 * count, base.Y.index);
    resize_with_room(first + 3 * count, base.Y.value);
  }
  for (int lane = 1; lane <= 3; ++lane)
    start[lane] = static_cast<std::int32_t>(first + lane * count);
  std::int32_t *i0 = base.Y.index.data() + first, *i1 = i0 + count, *i2 = i1 + count;
  double *y0 = base.Y.value.data() + first, *y1 = y0 + count, *y2 = y1 + count;
  return sum_rows(base, size, [&](std::size_t e, std::int32_t column, const Four& y) {
    i0[e] = i1[e] = i2[e] = column;
    y0[e] = y.lane<0>();
    y1[e] = y.lane<1>();
    y2[e] = y.lane<2>();
  });
}

/// Velocity of a body's point at p, in W [m/s], at the start of the step.
Vector3 point_velocity(const BaseAssembly& assembly, const BodyRef& body, const Vector3& p) {
  if (!movable(body)) return Vector3::Zero();
  const Data& data = *assembly.trees[body.tree].data;
  const Eigen::Map<const Vector3> omega(&data.V[6 * body.body]), v_O(&data.V[6 * body.body + 3]);
  return v_O + omega.cross(p - data.O_W);
}

/// Spin of a body, in W [rad/s], at the start of the step.
Vector3 spin(const BaseAssembly& assembly, const BodyRef& body) {
  if (!movable(body)) return Vector3::Zero();
  return Eigen::Map<const Vector3>(&assembly.trees[body.tree].data->V[6 * body.body]);
}

}  // namespace

void add_contact_rows(const BaseAssembly& assembly, int index) {
  const ContactConstraint& contact = assembly.constraints.contacts[index];
  BaseProblem& base = assembly.base;
  const Whitened whitened = write_contact_rows(assembly, contact);
  // Nothing can move a row that is zero except for rounding. Physical rows with A_ii = 0 never
  // reach a solver.
  if (!(whitened.Y_ii[0] > kZeroRow * whitened.size)) {
    ++base.dropped_rows;
    return;
  }
  const Vector3 v_before = point_velocity(assembly, contact.b, contact.point + contact.offset_b) -
                           point_velocity(assembly, contact.a, contact.point + contact.offset_a) +
                           contact.surface_velocity;
  write_contact_numbers(assembly, index, {whitened.Y_ii, whitened.free, v_before});
  ++base.num_contacts;
}

namespace {

/// Whitened spin rows of a contact.
struct SpinRows {
  const ContactConstraint& contact;
  const Whitened& whitened;
  const Vector3 v_before;  ///< B's spin minus A's [rad/s]
};

/// Adds rows first … last of n, t1, t2 as one block, without rows that nothing can move.
void add_spin_block(const BaseAssembly& assembly, const SpinRows& rows, BaseBlock block, int first,
                    int last) {
  BaseProblem& base = assembly.base;
  const bool torsion = block.kind == BaseBlockKind::kTorsion;
  const ConstraintMemory::Entry* entry =
      recall(torsion ? assembly.memory.torsions : assembly.memory.rollings, rows.contact);
  block.row = base.m();
  double sum = 0;
  for (int k = first; k <= last; ++k) {
    if (!(rows.whitened.Y_ii[k] > kZeroRow * rows.whitened.size)) continue;
    sum += rows.whitened.Y_ii[k];
    block.present_rows |= 1u << k;
    ++block.dim;
  }
  if (block.dim == 0) return;
  for (int k = first; k <= last; ++k) {
    if ((block.present_rows >> k & 1u) == 0) continue;
    push_lane(base, k);
    const Vector3& axis = rows.contact.axis(k);
    BaseRow row;
    row.b_free = assembly.rules.velocity_share * axis.dot(rows.v_before) + rows.whitened.free[k];
    row.A_ii = rows.whitened.Y_ii[k];
    if (entry != nullptr) {
      row.lambda_prev = axis.dot(Eigen::Map<const Vector3>(entry->lambda));
      row.u_prev = axis.dot(Eigen::Map<const Vector3>(entry->u));
    }
    // The projection on a ball needs a common step for all rows.
    push_base_row(base, row, block.dim / sum);
  }
  base.blocks.push_back(block);
  base.has_memory.push_back(entry != nullptr);
}

}  // namespace

void add_spin_rows(const BaseAssembly& assembly, int index) {
  const BaseBlock& source = assembly.base.blocks[index];
  const double mu_torsion = source.surface.mu_torsion, mu_rolling = source.surface.mu_rolling;
  if (mu_torsion == 0 && mu_rolling == 0) return;
  const ContactConstraint& contact = assembly.constraints.contacts[source.constraint];
  const double size = lay_rows(assembly, {contact, true});
  const Whitened whitened =
      sum_rows(assembly.base, size, [](std::size_t, std::int32_t, const Four&) {});
  const SpinRows rows{contact, whitened,
                      spin(assembly, contact.b) - spin(assembly, contact.a) + contact.surface_spin};
  BaseBlock block;
  block.constraint = source.constraint;
  block.contact = index;
  block.key = source.key;
  block.kind = BaseBlockKind::kTorsion;
  block.mu = mu_torsion;
  if (mu_torsion > 0) add_spin_block(assembly, rows, block, 0, 0);
  block.kind = BaseBlockKind::kRolling;
  block.mu = mu_rolling;
  if (mu_rolling > 0) add_spin_block(assembly, rows, block, 1, 2);
}

}  // namespace cardan
