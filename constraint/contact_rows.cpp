#include <algorithm>
#include <cmath>

#include "cardan/constraint/base_rows_internal.h"
#include "cardan/constraint/restitution.h"
#include "cardan/constraint/row_sides_internal.h"
#include "cardan/dynamics/free_body_internal.h"
#include "cardan/dynamics/jacobian.h"
#include "cardan/dynamics/ltl.h"

namespace cardan {

Compliance contact_law(const ContactSurface& surface, double h) {
  if (std::isnan(surface.stiffness)) return {};
  const Compliance spring = Compliance::spring(surface.stiffness, surface.damping);
  return pushes(spring, h) ? spring : Compliance{};
}

namespace {

constexpr double kMaxNormalTurn =
    0.93969262078590838;  // cos 20°: beyond it the memory is of another surface

/// What three rows that act between the bodies of a contact measure: the velocity of the point
/// along its directions, or the spin about them.
struct Motion {
  const ContactConstraint& contact;
  bool spin = false;

  Vector3 direction(int k) const { return spin ? contact.axis(k) : contact.row_direction(k); }
};

/// The same of one side as products with its columns: row k of J is
///   sign d · (S_lin + S_ang × r) = sign (d · S_lin + (r × d) · S_ang), r from O to the contact
/// point, or sign d · S_ang of the spin; axes of W. Lane k of each component belongs to row k.
struct SideLanes {
  double angular[3][kLanes] = {}, linear[3][kLanes] = {};

  SideLanes(const Motion& motion, const Vector3& r, double sign) {
    auto& d = motion.spin ? angular : linear;
    for (int k = 0; k < 3; ++k) {
      const Vector3 direction = motion.direction(k);
      for (int c = 0; c < 3; ++c) d[c][k] = sign * direction[c];
    }
    if (motion.spin) return;
    for (int k = 0; k < kLanes; ++k) {
      angular[0][k] = r[1] * d[2][k] - r[2] * d[1][k];
      angular[1][k] = r[2] * d[0][k] - r[0] * d[2][k];
      angular[2][k] = r[0] * d[1][k] - r[1] * d[0][k];
    }
  }

  /// The entries of the rows for one column S.
  void multiply(const double* S, double* lanes) const {
    using Lanes = Eigen::Map<const Eigen::Array<double, kLanes, 1>>;
    Eigen::Map<Eigen::Array<double, kLanes, 1>> sum(lanes);
    sum = S[0] * Lanes(angular[0]) + S[1] * Lanes(angular[1]) + S[2] * Lanes(angular[2]) +
          (S[3] * Lanes(linear[0]) + S[4] * Lanes(linear[1]) + S[5] * Lanes(linear[2]));
  }

  /// The same for the six columns of a floating base, which are the identity.
  void copy(double* lanes) const {
    std::copy_n(angular[0], 3 * kLanes, lanes);
    std::copy_n(linear[0], 3 * kLanes, lanes + 3 * kLanes);
  }
};

/// |S_ang|² |r|² + |S_lin|², or |S_ang|² of a spin: what an entry of a column could be.
double column_size(const double* S, bool spin, double r_squared) {
  const double angular = S[0] * S[0] + S[1] * S[1] + S[2] * S[2];
  return spin ? angular : S[3] * S[3] + S[4] * S[4] + S[5] * S[5] + angular * r_squared;
}

/// J of one side, then Y = J L⁻¹ D^(−1/2).
Side whitened_side(const BaseAssembly& assembly, const Motion& motion, const BodyRef& body,
                   double sign, std::vector<double>& y) {
  Side side;
  side.movable = movable(body);
  if (!side.movable) return side;
  const Tree& tree = assembly.trees[body.tree];
  const Skeleton& skeleton = *tree.skeleton;
  const Data& data = *tree.data;
  const int last_dof = skeleton.body_last_dof[body.body];
  side.column = assembly.column_of(body.tree);
  side.path = skeleton.path(last_dof);
  side.y = &y;
  y.resize(kLanes * side.path.size());

  // Followers (mimic) move a body by freedoms of other joints: its columns are then not those of S.
  const bool coupled = skeleton.coupled();
  std::vector<double>& columns = assembly.base.scratch.motion_columns;
  if (coupled) {
    columns.resize(6 * side.path.size());
    body_columns(skeleton, data, body.body, columns.data());
  }
  const Vector3 r = motion.contact.point - data.O_W;
  const SideLanes J(motion, r, sign);
  const double r_squared = r.squaredNorm();
  int first = 0;
  if (skeleton.floating_base() && !coupled) {
    J.copy(y.data());
    const double* D_inv = data.D_inv.data();
    const double turning = D_inv[0] + D_inv[1] + D_inv[2];
    side.size = motion.spin ? turning : turning * r_squared + (D_inv[3] + D_inv[4] + D_inv[5]);
    first = 6;
  }
  for (int e = first; e < side.count(); ++e) {
    const int dof = side.path[e];
    const double* S = coupled ? &columns[6 * e] : &data.S[6 * dof];
    J.multiply(S, &y[kLanes * e]);
    side.size += column_size(S, motion.spin, r_squared) * data.D_inv[dof];
  }
  whiten_path_rows(skeleton, data, last_dof, kLanes, y.data());
  return side;
}

/// Both sides in scratch.columns and scratch.lanes; |Y_i|² and Y_i z0 of the three rows.
struct Whitened {
  double Y_ii[kLanes] = {}, free[kLanes] = {};
  double size = 0;  ///< what |Y_i|² could be: beside it rounding is seen
};

bool is_free(const BaseAssembly& assembly, const BodyRef& body) {
  return is_free_body(*assembly.trees[body.tree].skeleton);
}

/// Directions of the three rows, component by component; lane k belongs to row k.
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

/// The rows of a free body, whitened, as entries first … first + 5 of scratch: those of its columns
/// are [r × d; d], or [d; 0] of a spin. Returns Side::size.
double lay_free_side(const BaseAssembly& assembly, const Motion& motion, const DirectionLanes& rows,
                     const BodyRef& body, double sign, int first) {
  BaseProblem::Scratch& scratch = assembly.base.scratch;
  const Tree& tree = assembly.trees[body.tree];
  const Data& data = *tree.data;
  const Vector3 r = motion.contact.point - data.O_W;
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
  if (is_ball(*tree.skeleton)) {  // L = 1
    for (int e = 0; e < 6; ++e) {
      for (int k = 0; k < kLanes; ++k) lanes[kLanes * e + k] *= data.sqrt_D_inv[e];
    }
  } else {
    whiten_path_rows(*tree.skeleton, data, 5, kLanes, lanes);
  }
  const int column = assembly.column_of(body.tree);
  for (int e = 0; e < 6; ++e) scratch.columns[first + e] = column + e;
  const double* D_inv = data.D_inv.data();
  return (motion.spin ? 1.0 : r.squaredNorm()) * (D_inv[0] + D_inv[1] + D_inv[2]) +
         (motion.spin ? 0.0 : D_inv[3] + D_inv[4] + D_inv[5]);
}

/// Both sides of a contact of free bodies in scratch, columns ascending. False: a body is not free.
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

Whitened whiten_contact(const BaseAssembly& assembly, const Motion& motion) {
  BaseProblem::Scratch& scratch = assembly.base.scratch;
  Whitened result;
  if (!lay_free_sides(assembly, motion, &result.size)) {
    const Side a = whitened_side(assembly, motion, motion.contact.a, -1, scratch.path_a);
    const Side b = whitened_side(assembly, motion, motion.contact.b, +1, scratch.path_b);
    merge_sides(a, b, scratch);
    result.size = a.size + b.size;
  }
  using Lanes = Eigen::Array<double, kLanes, 1>;
  Lanes Y_ii = Lanes::Zero(), free = Lanes::Zero();
  for (std::size_t e = 0; e < scratch.columns.size(); ++e) {
    const Lanes y = Eigen::Map<const Lanes>(&scratch.lanes[kLanes * e]);
    Y_ii += y * y;
    free += y * scratch.z0[scratch.columns[e]];
  }
  Eigen::Map<Lanes>(result.Y_ii) = Y_ii;
  Eigen::Map<Lanes>(result.free) = free;
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

/// Rows n, t1, t2: they stand on the same columns.
void write_contact_lanes(BaseProblem& base) {
  const BaseProblem::Scratch& scratch = base.scratch;
  std::int32_t* start = &base.Y.start[3 * base.num_contacts];
  const auto first = static_cast<std::size_t>(*start);
  const std::size_t count = scratch.columns.size();
  if (base.Y.index.size() < first + 3 * count) {
    base.Y.index.resize(first + 3 * count);
    base.Y.value.resize(first + 3 * count);
  }
  std::int32_t* index = base.Y.index.data() + first;
  double* value = base.Y.value.data() + first;
  const double* lanes = scratch.lanes.data();
  for (std::size_t e = 0; e < count; ++e, lanes += kLanes) {
    for (int lane = 0; lane < 3; ++lane) {
      index[lane * count + e] = scratch.columns[e];
      value[lane * count + e] = lanes[lane];
    }
  }
  for (int lane = 1; lane <= 3; ++lane)
    start[lane] = static_cast<std::int32_t>(first + lane * count);
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

/// What stands on the normal's diagonal, and what is added to its J v + Y z0.
struct NormalLaw {
  double S = 0, bias = 0;
  double bounce = 0;       ///< e of a contact that bounces
  double restitution = 0;  ///< Newton's share of the bias
  bool elastic = false;
  bool can_bounce = false;
};

/// u_before: of the normal row before the step, u_free: after it without impulses [m/s].
NormalLaw normal_law(const BaseAssembly& assembly, const ContactConstraint& contact,
                     double u_before, double u_free, double Y_nn) {
  const ContactSurface& surface = contact.surface;
  const Compliance own = contact_law(surface, assembly.h);
  const GapLaw gap = assembly.gap_law(contact.phi, own, Y_nn);
  NormalLaw law;
  law.S = gap.S > 0 ? gap.S : surface.compliance * Y_nn;
  law.bias = gap.bias;
  law.elastic = own.soft();
  // A contact that closes in this step faster than the threshold bounces. The gap term would change
  // its speed, so it has none. Newton's law stands in the bias, Poisson's in a second phase
  // (restitution.cpp).
  // A spring that is pressed bounces by itself: it takes part once it has closed.
  const bool sprung = gap.S > 0 && contact.phi <= 0;
  law.can_bounce = surface.restitution > 0 && !sprung;
  const bool bounces = law.can_bounce && u_before < -assembly.rules.restitution_threshold &&
                       contact.phi + assembly.h * std::min(u_before, u_free) <= 0;
  if (bounces) {
    const bool newton = assembly.rules.restitution == RestitutionLaw::kNewton;
    law.S = surface.compliance * Y_nn;
    law.bounce = surface.restitution;
    law.bias = law.restitution =
        newton ? newton_bias({law.bounce, u_before, u_free}, surface.compliance) : 0.0;
  }
  return law;
}

/// h times the velocity products of row k; zero where rows are of velocities.
double rate_bias(const BaseAssembly& assembly, int contact, int k) {
  const std::vector<ContactRate>& rates = assembly.constraints.contact_rates;
  if (rates.empty()) return 0;
  const ContactRate& rate = rates[contact];
  return assembly.h * (k == 0 ? rate.normal : (k == 1 ? rate.tangent1 : rate.tangent2));
}

/// An entry of this contact's memory, null if there is none or it is of another surface.
const ConstraintMemory::Entry* recall(const std::vector<ConstraintMemory::Entry>& entries,
                                      const ContactConstraint& contact) {
  const ConstraintMemory::Entry* entry = find_memory(entries, contact.key);
  if (entry == nullptr) return nullptr;
  const Eigen::Map<const Vector3> normal(entry->normal);
  return normal.dot(contact.normal) >= kMaxNormalTurn ? entry : nullptr;
}

/// Last step's λ and u in the rows of the present frame.
struct RowMemory {
  Vector3 lambda = Vector3::Zero(), u = Vector3::Zero();
};

RowMemory in_rows(const ConstraintMemory::Entry& entry, const ContactConstraint& contact) {
  const Eigen::Map<const Vector3> lambda(entry.lambda), u(entry.u);
  RowMemory memory;
  for (int k = 0; k < 3; ++k) {
    memory.lambda[k] = contact.axis(k).dot(lambda);
    memory.u[k] = contact.axis(k).dot(u);
  }
  // Row t2 is its axis times this.
  memory.lambda[2] /= contact.surface.mu_ratio;
  memory.u[2] *= contact.surface.mu_ratio;
  return memory;
}

/// Slip of the last step, along the surface [m/s].
double last_slip(const ConstraintMemory::Entry& entry, const ContactConstraint& contact) {
  const Eigen::Map<const Vector3> u(entry.u);
  return (u - contact.normal.dot(u) * contact.normal).norm();
}

/// What the numbers of a contact's rows are made of.
struct ContactNumbers {
  const Whitened& whitened;
  const NormalLaw& law;
  const RowMemory& memory;
  double closing;      ///< J v of the rows before the step [m/s]: n
  const double* slip;  ///< t1, t2
};

/// b, S, … of rows n, t1, t2; one step for the three: the projection on a cone needs it.
void write_contact_numbers(const BaseAssembly& assembly, int index, const ContactNumbers& of) {
  BaseProblem& base = assembly.base;
  const double* Y_ii = of.whitened.Y_ii;
  const double step = 3 / (Y_ii[0] + Y_ii[1] + Y_ii[2] + of.law.S);
  const int first = 3 * base.num_contacts;
  for (int k = 0; k < 3; ++k) {
    const int row = first + k;
    const double v_before = k == 0 ? of.closing : of.slip[k - 1];
    base.b_free[row] = assembly.rules.velocity_share * v_before + of.whitened.free[k];
    base.b[row] = base.b_free[row] + ((k == 0 ? of.law.bias : 0) + rate_bias(assembly, index, k));
    base.S[row] = k == 0 ? of.law.S : 0;
    base.A_diag[row] = Y_ii[k] + base.S[row];
    base.step[row] = step;
    base.lambda_prev[row] = of.memory.lambda[k];
    base.u_prev[row] = of.memory.u[k];
  }
}

}  // namespace

void add_contact_rows(const BaseAssembly& assembly, int index) {
  const ContactConstraint& contact = assembly.constraints.contacts[index];
  BaseProblem& base = assembly.base;
  const Whitened whitened = whiten_contact(assembly, {contact});
  const double* Y_ii = whitened.Y_ii;
  // A row that is zero but for rounding cannot be moved: a physical row with A_ii = 0 never reaches
  // a solver.
  if (!(Y_ii[0] > kZeroRow * whitened.size)) {
    ++base.dropped_rows;
    return;
  }

  const Vector3 v_before = point_velocity(assembly, contact.b, contact.point) -
                           point_velocity(assembly, contact.a, contact.point) +
                           contact.surface_velocity;
  const double closing = contact.normal.dot(v_before);
  const double free = assembly.rules.velocity_share * closing + whitened.free[0];
  const NormalLaw law = normal_law(assembly, contact, closing, free, Y_ii[0]);
  const ConstraintMemory::Entry* entry = recall(assembly.memory.contacts, contact);
  const RowMemory memory = entry == nullptr ? RowMemory() : in_rows(*entry, contact);

  BaseBlock& block = base.blocks[base.num_contacts] = {};
  block.row = 3 * base.num_contacts;
  block.dim = 3;
  block.constraint = index;
  block.slides = entry != nullptr && last_slip(*entry, contact) >= assembly.rules.slip_threshold;
  const double friction = block.slides ? contact.surface.mu_kinetic : contact.surface.mu_static;
  if (friction > kMaxFriction) ++base.capped_friction;
  block.mu = std::min(friction, kMaxFriction);
  block.surface = contact.surface;
  block.phi = contact.phi;
  block.restitution = law.restitution;
  block.closing = closing;
  block.bounce = law.bounce;
  block.elastic = law.elastic;
  block.can_bounce = law.can_bounce;
  for (int k = 0; k < 2; ++k) block.slip[k] = contact.row_direction(k + 1).dot(v_before);
  block.key = contact.key;
  base.has_memory[base.num_contacts] = entry != nullptr;

  write_contact_lanes(base);
  write_contact_numbers(assembly, index, {whitened, law, memory, block.closing, block.slip});
  ++base.num_contacts;
}

namespace {

/// The spin rows of a contact that are there to be taken.
struct SpinRows {
  const ContactConstraint& contact;
  const Whitened& whitened;
  const Vector3 v_before;  ///< B's spin minus A's [rad/s]
};

/// Rows first … last of n, t1, t2 as one block, without those that can move nothing.
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
    // One step for all rows: the projection on a ball needs it.
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
  const Whitened whitened = whiten_contact(assembly, {contact, true});
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
