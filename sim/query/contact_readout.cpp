#include <algorithm>
#include <cmath>

#include "sim/data/block_names.h"
#include "sim/data/world_impl.h"
#include "sim/step/contact_surface.h"
#include "sim/step/sleep.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Mean moment of torsional or rolling friction over the step.
void add_moment(const IslandWork& work, const BaseBlock& block, const ContactConstraint& contact,
                Vector3& moment) {
  int row = block.row;
  for (int k = 0; k < 3; ++k) {
    if (block.present_rows >> k & 1u) {
      moment += work.lambda_C[row++] / work.base.dt * contact.axis(k);
    }
  }
}

ContactInfo name_contact(const ContactSide& a, const ContactSide& b) {
  ContactInfo info;
  info.model_a = a.model->name;
  info.link_a = a.shape->link;
  info.model_b = b.model->name;
  info.link_b = b.shape->link;
  info.shape_a = a.shape->index;
  info.shape_b = b.shape->index;
  return info;
}

// Excludes the contribution of the solvers.
ContactInfo describe(const WorldModel& world, const StepData& step, std::size_t i) {
  const ContactConstraint& contact = step.rows.constraints.contacts[i];
  ContactInfo info = name_contact(contact_side(world, step.rows.sources[i].a),
                                  contact_side(world, step.rows.sources[i].b));
  info.point = contact.point + (contact.a.tree < 0   ? contact.offset_b
                                : contact.b.tree < 0 ? contact.offset_a
                                                     : 0.5 * (contact.offset_a + contact.offset_b));
  info.normal = contact.normal;
  info.phi = step.rows.sources[i].phi;
  return info;
}

// Friction that is left, μ λ_n − |λ_t|, where λ_t is that of the rows (ContactConstraint).
double margin_of(const ContactConstraint& contact, const ContactAnswer& answer) {
  const double along = contact.tangent1.dot(answer.impulse);
  const double across = contact.tangent2.dot(answer.impulse) / contact.surface.mu_ratio;
  return answer.mu * contact.normal.dot(answer.impulse) - std::hypot(along, across);
}

void add_force(const WorldModel& world, const StepData& step, std::size_t i) {
  const ContactAnswer& answer = step.islands.solutions[i];
  if (answer.island < 0) return;
  const ContactConstraint& contact = step.rows.constraints.contacts[i];
  ContactInfo& info = step.readout.contacts[i];
  info.island = answer.island;
  info.impulse = answer.impulse + collision_impulse(step, contact);
  info.force = info.impulse / world.spec.step;
  info.velocity = answer.velocity;
  info.slip = contact.velocity_of_rows({0, answer.slip[0], answer.slip[1]});
  info.margin = margin_of(contact, answer);
  info.state = contact_state(world, step, answer);
}

void add_moments(const StepData& step, const IslandWork& work) {
  for (const BaseBlock& block : work.base.blocks) {
    if (block.contact < 0) continue;
    add_moment(work, block, step.rows.constraints.contacts[block.constraint],
               step.readout.contacts[block.constraint].moment);
  }
}

}  // namespace

ContactState contact_state(const WorldModel& world, const StepData& step,
                           const ContactAnswer& answer) {
  constexpr double kSlipRoom = 10;
  const double tolerance = world.pairing.chain.front().tolerance;
  if (!(answer.stopped > tolerance)) return ContactState::kOpen;
  const double bound = kSlipRoom * std::max(tolerance, step.islands.flags[answer.island].residual);
  const double squared = answer.slip[0] * answer.slip[0] + answer.slip[1] * answer.slip[1];
  return squared > bound * bound ? ContactState::kSlide : ContactState::kStick;
}

const std::vector<ContactInfo>& read_contacts(const WorldModel& world, const WorldState& state,
                                              const StepData& step) {
  if (step.readout.current) return step.readout.contacts;
  const std::lock_guard lock(step.readout.mutex);
  if (step.readout.current) return step.readout.contacts;
  step.readout.contacts.clear();
  step.readout.shapes.clear();
  for (std::size_t i = 0; i < step.rows.constraints.contacts.size(); ++i) {
    step.readout.contacts.push_back(describe(world, step, i));
    step.readout.shapes.push_back({step.rows.sources[i].a, step.rows.sources[i].b});
    add_force(world, step, i);
  }
  for (int i = 0; i < step.islands.size(); ++i) {
    if (step.islands.flags[i].has_other_rows) add_moments(step, *step.islands.works[i]);
  }
  add_sleeping_contacts(state, step);
  step.readout.current = true;
  return step.readout.contacts;
}

namespace {

bool can_move(const ContactSide& side) {
  return side.shape->body >= 0 && side.model->tree >= 0 && !is_scripted(*side.model, *side.shape);
}

}  // namespace

std::vector<ContactInfo> World::overlaps() const {
  World copy = clone(1);
  World::Impl& now = copy.impl();
  wake_all(now.model, now.state, now.step);
  compute_free_motion(now.model, now.state, now.step);
  detect_shapes(now.model, now.step);
  std::vector<ContactInfo> found;
  const Contact* last = nullptr;
  for (const Contact& contact : now.step.detected->contacts) {
    if (!(contact.phi < 0)) continue;
    const ContactSide a = contact_side(impl().model, now.step.collision.handle(contact.a));
    const ContactSide b = contact_side(impl().model, now.step.collision.handle(contact.b));
    if (!can_move(a) && !can_move(b)) continue;
    const bool same_pair = last != nullptr && last->a == contact.a && last->b == contact.b;
    last = &contact;
    if (same_pair && found.back().phi <= contact.phi) continue;
    if (!same_pair) found.push_back(name_contact(a, b));
    found.back().point = contact.point;
    found.back().normal = contact.normal;
    found.back().phi = contact.phi;
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const ContactInfo& x, const ContactInfo& y) { return x.phi < y.phi; });
  return found;
}

}  // namespace cardan
