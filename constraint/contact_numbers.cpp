#include <algorithm>
#include <cmath>

#include "cardan/constraint/contact_numbers_internal.h"
#include "cardan/constraint/restitution.h"

namespace cardan {

Compliance contact_law(const ContactSurface& surface, double h) {
  if (std::isnan(surface.stiffness)) return {};
  const Compliance spring = Compliance::spring(surface.stiffness, surface.damping);
  return pushes(spring, h) ? spring : Compliance{};
}

const ConstraintMemory::Entry* recall(const std::vector<ConstraintMemory::Entry>& entries,
                                      const ContactConstraint& contact, std::size_t likely) {
  // cos 20°: beyond it the memory is of another surface.
  constexpr double kMaxNormalTurn = 0.93969262078590838;
  const ConstraintMemory::Entry* entry = find_memory(entries, contact.key, likely);
  if (entry == nullptr) return nullptr;
  const Eigen::Map<const Vector3> normal(entry->normal);
  return normal.dot(contact.normal) >= kMaxNormalTurn ? entry : nullptr;
}

namespace {

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

/// h times the velocity products of row k, where rows are of accelerations.
double rate_bias(const BaseAssembly& assembly, int contact, int k) {
  const ContactRate& rate = assembly.constraints.contact_rates[contact];
  return assembly.h * (k == 0 ? rate.normal : (k == 1 ? rate.tangent1 : rate.tangent2));
}

/// Last step's λ and u in the rows of the present frame.
struct RowMemory {
  Vector3 lambda = Vector3::Zero(), u = Vector3::Zero();
};

RowMemory in_rows(const ConstraintMemory::Entry& entry, const ContactConstraint& contact) {
  const Eigen::Map<const Vector3> lambda(entry.lambda), u(entry.u);
  const Vector3 &n = contact.normal, &t1 = contact.tangent1, &t2 = contact.tangent2;
  // Row t2 is its axis times this.
  const double ratio = contact.surface.mu_ratio;
  return {{n.dot(lambda), t1.dot(lambda), t2.dot(lambda) / ratio},
          {n.dot(u), t1.dot(u), t2.dot(u) * ratio}};
}

/// Slip of the last step, along the surface [m/s].
double last_slip(const ConstraintMemory::Entry& entry, const ContactConstraint& contact) {
  const Eigen::Map<const Vector3> u(entry.u);
  return (u - contact.normal.dot(u) * contact.normal).norm();
}

/// What is known of its block without velocities and memory.
void write_contact_block(const ContactConstraint& contact, const NormalLaw& law, int index,
                         BaseBlock& block) {
  block.kind = BaseBlockKind::kContact;
  block.dim = 3;
  block.constraint = index;
  block.contact = -1;
  block.lo = block.hi = 0;
  block.phi = contact.phi;
  block.surface = contact.surface;
  block.restitution = law.restitution;
  block.bounce = law.bounce;
  block.key = contact.key;
  block.elastic = law.elastic;
  block.can_bounce = law.can_bounce;
  block.present_rows = 0;
}

}  // namespace

void write_contact_numbers(const BaseAssembly& assembly, int index, const WhitenedContact& of) {
  const ContactConstraint& contact = assembly.constraints.contacts[index];
  BaseProblem& base = assembly.base;
  const double share = assembly.rules.velocity_share;
  const double J_v[3] = {contact.normal.dot(of.velocity), contact.row_direction(1).dot(of.velocity),
                         contact.row_direction(2).dot(of.velocity)};
  const NormalLaw law =
      normal_law(assembly, contact, J_v[0], share * J_v[0] + of.free[0], of.Y_ii[0]);
  const ConstraintMemory::Entry* entry =
      recall(assembly.memory.contacts, contact, static_cast<std::size_t>(index));
  const RowMemory memory = entry == nullptr ? RowMemory() : in_rows(*entry, contact);

  BaseBlock& block = base.blocks[base.num_contacts];
  write_contact_block(contact, law, index, block);
  block.row = 3 * base.num_contacts;
  block.slides = entry != nullptr && last_slip(*entry, contact) >= assembly.rules.slip_threshold;
  const double friction = block.slides ? contact.surface.mu_kinetic : contact.surface.mu_static;
  if (friction > kMaxFriction) ++base.capped_friction;
  block.mu = std::min(friction, kMaxFriction);
  block.closing = J_v[0];
  block.slip[0] = J_v[1];
  block.slip[1] = J_v[2];
  base.has_memory[base.num_contacts] = entry != nullptr;

  // One step for the three: the projection on a cone needs it.
  const double step = 3 / (of.Y_ii[0] + of.Y_ii[1] + of.Y_ii[2] + law.S);
  const double S[3] = {law.S, 0, 0};
  double bias[3] = {law.bias, 0, 0};
  if (!assembly.constraints.contact_rates.empty()) {
    for (int k = 0; k < 3; ++k) bias[k] += rate_bias(assembly, index, k);
  }
  const int first = block.row;
  double *b_free = &base.b_free[first], *b = &base.b[first];
  double *S_rows = &base.S[first], *A_diag = &base.A_diag[first], *steps = &base.step[first];
  double *lambda_prev = &base.lambda_prev[first], *u_prev = &base.u_prev[first];
  for (int k = 0; k < 3; ++k) {
    b_free[k] = share * J_v[k] + of.free[k];
    b[k] = b_free[k] + bias[k];
    S_rows[k] = S[k];
    A_diag[k] = of.Y_ii[k] + S[k];
    steps[k] = step;
    lambda_prev[k] = memory.lambda[k];
    u_prev[k] = memory.u[k];
  }
}

}  // namespace cardan
