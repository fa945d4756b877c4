#include <algorithm>
#include <cmath>

#include "cardan/constraint/base_rows_internal.h"
#include "cardan/constraint/row_sides_internal.h"
#include "cardan/dynamics/jacobian.h"
#include "cardan/dynamics/ltl.h"

namespace cardan {

namespace {

constexpr double kStickSpeed = 1e-3;  // below it a contact sticks: static μ [m/s]
constexpr double kMaxNormalTurn =
    0.93969262078590838;  // cos 20°: beyond it the memory is of another surface

/// J: entry of direction d and freedom e = sign d · (S_lin + S_ang × r), r from O to the contact
/// point, axes of W. Then Y = J L⁻¹ D^(−1/2).
Side whitened_side(const BaseAssembly& assembly, const ContactConstraint& contact,
                   const BodyRef& body, double sign, std::vector<double>& y) {
  Side side;
  side.movable = movable(body);
  if (!side.movable) return side;
  const Tree& tree = assembly.trees[body.tree];
  const Data& data = *tree.data;
  const int last_dof = tree.skeleton->body_last_dof[body.body];
  side.column = assembly.column_of(body.tree);
  side.path = tree.skeleton->path(last_dof);
  side.y = &y;
  y.resize(kLanes * side.path.size());

  // Followers (mimic) move a body by freedoms of other joints: its columns are then not those of S.
  const bool coupled = tree.skeleton->coupled();
  std::vector<double>& columns = assembly.base.scratch.motion_columns;
  if (coupled) {
    columns.resize(6 * side.path.size());
    body_columns(*tree.skeleton, data, body.body, columns.data());
  }
  const Vector3 r = contact.point - data.O_W;
  for (int e = 0; e < side.count(); ++e) {
    const int dof = side.path[e];
    const double* S = coupled ? &columns[6 * e] : &data.S[6 * dof];
    const Eigen::Map<const Vector3> S_angular(S), S_linear(S + 3);
    const Vector3 J = sign * (S_linear + S_angular.cross(r));
    double* lanes = &y[kLanes * e];
    lanes[0] = contact.normal.dot(J);
    lanes[1] = contact.tangent1.dot(J);
    lanes[2] = contact.tangent2.dot(J);
    lanes[3] = 0;
    side.size +=
        (S_linear.squaredNorm() + S_angular.squaredNorm() * r.squaredNorm()) * data.D_inv[dof];
  }
  whiten_path_rows(*tree.skeleton, data, last_dof, kLanes, y.data());
  return side;
}

/// Velocity of a body's point at p, in W [m/s], at the start of the step.
Vector3 point_velocity(const BaseAssembly& assembly, const BodyRef& body, const Vector3& p) {
  if (!movable(body)) return Vector3::Zero();
  const Data& data = *assembly.trees[body.tree].data;
  const Eigen::Map<const Vector3> omega(&data.V[6 * body.body]), v_O(&data.V[6 * body.body + 3]);
  return v_O + omega.cross(p - data.O_W);
}

/// S_nn: 1/(k h² + d h) of a spring-damper over one implicit step, else a fraction of |Y_n|².
double normal_compliance(const ContactSurface& surface, double h, double Y_nn) {
  if (!std::isnan(surface.stiffness)) {
    const double effective_mass = surface.stiffness * h * h + surface.damping * h;
    if (effective_mass > 0) return 1 / effective_mass;
  }
  return surface.compliance * Y_nn;
}

bool has_spring(const ContactSurface& surface, double h) {
  return !std::isnan(surface.stiffness) && surface.stiffness * h * h + surface.damping * h > 0;
}

/// What is added to the normal's J v + Y z0.
struct NormalBias {
  double value = 0;
  double restitution = 0;
};

NormalBias normal_bias(const BaseAssembly& assembly, const ContactConstraint& contact,
                       double u_before, double S_nn) {
  const double h = assembly.h;
  const ContactSurface& surface = contact.surface;
  // Newton: a contact that closes in this step faster than the threshold leaves with e times its
  // speed. The gap term would change that speed, so a bouncing contact has none.
  const bool bounces = surface.restitution > 0 &&
                       u_before < -assembly.stabilization.restitution_threshold &&
                       contact.phi + h * u_before <= 0;
  if (bounces) return {surface.restitution * u_before, surface.restitution * u_before};
  // A spring pulls its own violation back; while the contact is open it would brake the body before
  // it touches.
  if (has_spring(surface, h) && contact.phi <= 0) {
    return {S_nn * h * surface.stiffness * contact.phi, 0};
  }
  return {assembly.gap_bias(contact.phi), 0};
}

struct ContactMemory {
  bool valid = false;
  Vector3 lambda = Vector3::Zero(), u = Vector3::Zero();  ///< n, t1, t2 of the present frame
};

ContactMemory recall(const BaseAssembly& assembly, const ContactConstraint& contact) {
  const ConstraintMemory::Entry* entry = find_memory(assembly.memory.contacts, contact.key);
  if (entry == nullptr) return {};
  const Eigen::Map<const Vector3> lambda(entry->lambda), u(entry->u), normal(entry->normal);
  if (!(normal.dot(contact.normal) >= kMaxNormalTurn)) return {};
  const auto in_frame = [&](const Vector3& x) {
    return Vector3(contact.normal.dot(x), contact.tangent1.dot(x), contact.tangent2.dot(x));
  };
  return {true, in_frame(lambda), in_frame(u)};
}

/// Static μ for a new or sticking contact, kinetic for one that slid in the last step.
double present_friction(const ContactSurface& surface, const ContactMemory& memory) {
  const bool slides = memory.valid && memory.u.tail<2>().norm() >= kStickSpeed;
  return slides ? surface.mu_kinetic : surface.mu_static;
}

}  // namespace

void add_contact_rows(const BaseAssembly& assembly, int index) {
  const ContactConstraint& contact = assembly.constraints.contacts[index];
  BaseProblem& base = assembly.base;
  BaseProblem::Scratch& scratch = base.scratch;
  const Side a = whitened_side(assembly, contact, contact.a, -1, scratch.path_a);
  const Side b = whitened_side(assembly, contact, contact.b, +1, scratch.path_b);
  merge_sides(a, b, scratch);

  // |Y_i|². A row that is zero but for rounding cannot be moved: a physical row with A_ii = 0 never
  // reaches a solver.
  const int n = static_cast<int>(scratch.columns.size());
  Vector3 Y_ii = Vector3::Zero();
  for (int e = 0; e < n; ++e) {
    const Eigen::Map<const Vector3> lanes(&scratch.lanes[kLanes * e]);
    Y_ii += lanes.cwiseProduct(lanes);
  }
  if (!(Y_ii[0] > kZeroRow * (a.size + b.size))) {
    ++base.dropped_rows;
    return;
  }

  const Vector3 v_before = point_velocity(assembly, contact.b, contact.point) -
                           point_velocity(assembly, contact.a, contact.point) +
                           contact.surface_velocity;
  const Vector3 directions[3] = {contact.normal, contact.tangent1, contact.tangent2};
  const double S_nn = normal_compliance(contact.surface, assembly.h, Y_ii[0]);
  const NormalBias bias = normal_bias(assembly, contact, contact.normal.dot(v_before), S_nn);
  const ContactMemory memory = recall(assembly, contact);
  const double friction = present_friction(contact.surface, memory);
  if (friction > kMaxFriction) ++base.capped_friction;

  BaseBlock block;
  block.kind = BaseBlockKind::kContact;
  block.row = base.m();
  block.dim = 3;
  block.constraint = index;
  block.mu = std::min(friction, kMaxFriction);
  block.phi = contact.phi;
  block.restitution = bias.restitution;
  block.key = contact.key;
  base.blocks.push_back(block);
  base.has_memory.push_back(memory.valid);
  ++base.num_contacts;

  // One step for the three rows: the projection on a cone needs it.
  const double step = 3 / (Y_ii.sum() + S_nn);
  for (int k = 0; k < 3; ++k) {
    for (int e = 0; e < n; ++e) base.Y.push(scratch.columns[e], scratch.lanes[kLanes * e + k]);
    base.Y.end_row();
    BaseRow row;
    row.b_free = directions[k].dot(v_before) + assembly.free_velocity_of_last_row();
    row.bias = k == 0 ? bias.value : 0;
    row.S = k == 0 ? S_nn : 0;
    row.A_ii = Y_ii[k] + row.S;
    row.lambda_prev = memory.lambda[k];
    row.u_prev = memory.u[k];
    push_base_row(base, row, step);
  }
}

}  // namespace cardan
