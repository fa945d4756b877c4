#include "constraint/rows/contact_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "constraint/impacts/restitution.h"
#include "constraint/rows/compliance.h"
#include "constraint/rows/row_sides.h"

namespace cardan {

Compliance contact_law(const ContactSurface& surface, double h) {
  if (std::isnan(surface.stiffness)) return {};
  const Compliance spring = Compliance::spring(surface.stiffness, surface.damping);
  return exerts_force(spring, h) ? spring : Compliance{};
}

const ConstraintMemory::Entry* recall(const std::vector<ConstraintMemory::Entry>& entries,
                                      const ContactConstraint& contact, std::size_t likely) {
  // cos 20°. If the normal turned further, the memory belongs to another surface.
  constexpr double kMaxNormalTurn = 0.93969262078590838;
  const ConstraintMemory::Entry* entry =
      find_memory(entries, {contact.key, contact.key_high}, likely);
  if (entry == nullptr) return nullptr;
  const Eigen::Map<const Vector3> normal(entry->normal);
  return normal.dot(contact.normal) >= kMaxNormalTurn ? entry : nullptr;
}

namespace {

/// S_nn/Y_nn of a contact without a force law of its own.
double compliance_of(const RowInputs& inputs, const ContactSurface& surface, double Y_nn) {
  if (!std::isnan(surface.compliance)) return surface.compliance;
  if (inputs.rules.level == RowLevel::kAcceleration) return 0;
  return std::min(kDefaultCompliance, inputs.most_compliance / Y_nn);
}

/// Compliance and bias of the normal row.
struct NormalLaw {
  double S = 0, bias = 0;
  double restitution_coefficient = 0;  ///< e if the contact bounces, else 0
  double rebound_velocity = 0;         ///< Newton's term in the bias
  bool elastic = false;
  bool can_bounce = false;
};

/// phi: gap [m]. u_before: u_n before the step. u_free: u_n after the step without impulses [m/s].
NormalLaw normal_law(const RowInputs& inputs, const ContactConstraint& contact, double phi,
                     double u_before, double u_free, double Y_nn) {
  const ContactSurface& surface = contact.surface;
  const Compliance own = contact_law(surface, inputs.h);
  const GapLaw gap = gap_law(inputs, {phi, u_before, u_free, Y_nn}, own);
  NormalLaw law;
  const double compliance = compliance_of(inputs, surface, Y_nn);
  law.S = gap.S > 0 ? gap.S : compliance * Y_nn;
  law.bias = gap.bias;
  law.elastic = own.soft();
  // A contact that closes in this step faster than the threshold bounces. It has no gap term, which
  // would change its speed. Newton's law is part of the bias; Poisson's law acts in a second phase
  // (restitution.cpp). A compressed spring bounces by itself and has no restitution.
  const bool sprung = gap.S > 0 && phi <= 0;
  law.can_bounce = surface.restitution > 0 && !sprung;
  const bool bounces = law.can_bounce && u_before < -inputs.rules.restitution_threshold &&
                       phi + inputs.h * std::min(u_before, u_free) <= 0;
  if (bounces) {
    const bool newton = inputs.rules.restitution == RestitutionLaw::kNewton;
    law.S = compliance * Y_nn;
    law.restitution_coefficient = surface.restitution;
    law.bias = law.rebound_velocity =
        newton ? newton_bias({law.restitution_coefficient, u_before, u_free}, compliance) : 0.0;
  }
  return law;
}

/// h times the velocity products of row k, for rows of accelerations.
double rate_bias(const RowInputs& inputs, int contact, int k) {
  const ContactRate& rate = inputs.constraints.contact_rates[contact];
  return inputs.h * (k == 0 ? rate.normal : (k == 1 ? rate.tangent1 : rate.tangent2));
}

/// Converts the last step's λ and u to the rows of the current frame.
void recall_rows(const ConstraintMemory::Entry& entry, const ContactConstraint& contact,
                 ContactNumbers& numbers) {
  const Eigen::Map<const Vector3> lambda(entry.lambda), u(entry.u);
  const Vector3 &n = contact.normal, &t1 = contact.tangent1, &t2 = contact.tangent2;
  // Row t2 is its axis times mu_ratio.
  const double ratio = contact.surface.mu_ratio;
  numbers.lambda_prev = {n.dot(lambda), t1.dot(lambda), t2.dot(lambda) / ratio};
  numbers.u_prev = {n.dot(u), t1.dot(u), t2.dot(u) * ratio};
}

/// True if q or v of a body of the contact was set since the last step.
bool is_disturbed(const RowInputs& inputs, const ContactConstraint& contact) {
  return (movable(contact.a) && inputs.trees[contact.a.tree].disturbed) ||
         (movable(contact.b) && inputs.trees[contact.b.tree].disturbed);
}

/// Braking below which a contact without friction is meant; it slides or not [m/s].
constexpr double kLeastBraking = std::numeric_limits<double>::min();

/// Share of the law of sliding contacts: 1 if friction cannot stop the slip within three steps, 0
/// if it can within two, linear between. All terms are the same in every frame of W. u_free: u_n
/// after the step without impulses [m/s].
double sliding_share(double slip, double friction, double pressed, double u_free,
                     const WhitenedContact& of) {
  const double normal_impulse = std::max(pressed, -u_free / of.Y_ii[0]);
  const double braked = friction * 0.5 * (of.Y_ii[1] + of.Y_ii[2]) * std::max(normal_impulse, 0.0);
  return std::clamp(slip - 2 * braked, 0.0, braked) / std::max(braked, kLeastBraking);
}

/// Change of the velocity of a contact [m/s], in rows n, t1, t2, from the middle of the step to the
/// moment at which its law holds. That moment is the end of the step; for the slip of a sliding
/// contact, it is the mean of u before and after. The velocity after the last step and the velocity
/// before this one differ by the change over a whole step, since no impulse acts between them.
Vector3 second_half(const ConstraintMemory::Entry& entry, const ContactConstraint& contact,
                    double friction, const WhitenedContact& of) {
  const Eigen::Map<const Vector3> lambda(entry.lambda), normal(entry.normal);
  const Vector3 u = Eigen::Map<const Vector3>(entry.u) + contact.surface_change;
  const Vector3& n = contact.normal;
  const double u_n = n.dot(of.velocity), u_n_last = normal.dot(u), rest_n = 0.5 * (u_n - u_n_last);
  const Vector3 slip = of.velocity - u_n * n, half = 0.5 * (slip - (u - u_n_last * normal));
  const double share =
      sliding_share(slip.norm(), friction, normal.dot(lambda), u_n + of.free[0] + rest_n, of);
  const Vector3 tangential = half + share * (slip - half);
  return {rest_n, contact.row_direction(1).dot(tangential),
          contact.row_direction(2).dot(tangential)};
}

/// Half the change of the slip over a step without impulses, in rows t1 and t2: friction holds in
/// the middle of the motion that follows the impulses [m/s].
Vector3 half_change_of_slip(const ConstraintMemory::Entry& entry, const ContactConstraint& contact,
                            const WhitenedContact& of) {
  const Vector3 before = Eigen::Map<const Vector3>(entry.u) + contact.surface_change;
  const Vector3 half = 0.5 * (of.velocity - before);
  return {0, contact.row_direction(1).dot(half), contact.row_direction(2).dot(half)};
}

/// Change of J v, in rows n, t1, t2, from the moment of the rows to that at which their law holds
/// [m/s].
Vector3 rest_of_step_of(const RowInputs& inputs, const ConstraintMemory::Entry* entry,
                        const ContactConstraint& contact, double friction,
                        const WhitenedContact& of) {
  if (entry == nullptr || inputs.rules.level != RowLevel::kVelocity ||
      is_disturbed(inputs, contact))
    return Vector3::Zero();
  if (inputs.rules.at_middle) return second_half(*entry, contact, friction, of);
  return half_change_of_slip(*entry, contact, of);
}

}  // namespace

void compute_contact_numbers(const RowInputs& inputs, int index, const WhitenedContact& of,
                             ContactNumbers& numbers) {
  const ContactConstraint& contact = inputs.constraints.contacts[index];
  const double share = inputs.rules.velocity_share;
  for (int k = 0; k < 3; ++k) numbers.J_v[k] = contact.row_direction(k).dot(of.velocity);
  const ConstraintMemory::Entry* entry =
      recall(inputs.memory.contacts, contact, static_cast<std::size_t>(index));
  numbers.slides = entry != nullptr && entry->slip > inputs.rules.slip_threshold;
  numbers.friction = numbers.slides ? contact.surface.mu_kinetic : contact.surface.mu_static;
  Vector3 rest_of_step = rest_of_step_of(inputs, entry, contact, numbers.friction, of);
  // A spring acts by its gap, and not to make the velocity zero.
  if (contact_law(contact.surface, inputs.h).soft()) rest_of_step[0] = 0;
  const double J_n = numbers.J_v[0];
  // A contact that is closed at both ends of a step is open by the sagitta in the middle of the
  // step.
  numbers.rest_of_step = rest_of_step[0];
  numbers.phi = contact.phi - 0.25 * inputs.h * rest_of_step[0];
  const NormalLaw law = normal_law(inputs, contact, numbers.phi, J_n - rest_of_step[0],
                                   share * J_n + of.free[0], of.Y_ii[0]);
  numbers.S[0] = law.S;
  numbers.S[1] = numbers.S[2] = 0;
  numbers.restitution_coefficient = law.restitution_coefficient;
  numbers.rebound_velocity = law.rebound_velocity;
  numbers.elastic = law.elastic;
  numbers.can_bounce = law.can_bounce;

  numbers.has_memory = entry != nullptr;
  if (entry != nullptr) {
    recall_rows(*entry, contact, numbers);
  } else {
    numbers.lambda_prev.setZero();
    numbers.u_prev.setZero();
  }

  // The projection on a cone needs a common step for the three rows.
  numbers.prox_step = 3 / (of.Y_ii[0] + of.Y_ii[1] + of.Y_ii[2] + law.S);
  double bias[3] = {law.bias + rest_of_step[0], rest_of_step[1], rest_of_step[2]};
  if (!inputs.constraints.contact_rates.empty()) {
    for (int k = 0; k < 3; ++k) bias[k] += rate_bias(inputs, index, k);
  }
  for (int k = 0; k < 3; ++k) {
    numbers.b_free[k] = share * numbers.J_v[k] + of.free[k];
    numbers.b[k] = numbers.b_free[k] + bias[k];
    numbers.A_diag[k] = of.Y_ii[k] + numbers.S[k];
  }
}

namespace {

void write_block(const ContactConstraint& contact, const ContactNumbers& numbers,
                 BaseBlock& block) {
  block.kind = BaseBlockKind::kContact;
  block.dim = 3;
  block.contact = -1;
  block.mu = std::min(numbers.friction, kMaxFriction);
  block.slides = numbers.slides;
  block.lo = block.hi = 0;
  block.phi = numbers.phi;
  block.rest_of_step = numbers.rest_of_step;
  block.surface = contact.surface;
  block.rebound_velocity = numbers.rebound_velocity;
  block.closing = numbers.J_v[0];
  block.restitution_coefficient = numbers.restitution_coefficient;
  block.slip[0] = numbers.J_v[1];
  block.slip[1] = numbers.J_v[2];
  block.key = block_key({contact.key, contact.key_high});
  block.elastic = numbers.elastic;
  block.can_bounce = numbers.can_bounce;
  block.present_rows = 0;
}

}  // namespace

void write_contact_numbers(const ConstraintSet& constraints, int index,
                           const ContactNumbers& numbers, BaseProblem& base) {
  BaseBlock& block = base.blocks[base.num_contacts];
  write_block(constraints.contacts[index], numbers, block);
  block.constraint = index;
  block.row = 3 * base.num_contacts;
  base.has_memory[base.num_contacts] = numbers.has_memory;
  if (numbers.friction > kMaxFriction) ++base.capped_friction;
  const int first = block.row;
  double *b_free = &base.b_free[first], *b = &base.b[first];
  double *S = &base.S[first], *A_diag = &base.A_diag[first], *prox_step = &base.prox_step[first];
  double *lambda_prev = &base.lambda_prev[first], *u_prev = &base.u_prev[first];
  for (int k = 0; k < 3; ++k) {
    b_free[k] = numbers.b_free[k];
    b[k] = numbers.b[k];
    S[k] = numbers.S[k];
    A_diag[k] = numbers.A_diag[k];
    prox_step[k] = numbers.prox_step;
    lambda_prev[k] = numbers.lambda_prev[k];
    u_prev[k] = numbers.u_prev[k];
  }
}

void write_contact_numbers(const BaseAssembly& assembly, int index, const WhitenedContact& of) {
  ContactNumbers numbers;
  compute_contact_numbers(assembly, index, of, numbers);
  write_contact_numbers(assembly.constraints, index, numbers, assembly.base);
}

}  // namespace cardan
