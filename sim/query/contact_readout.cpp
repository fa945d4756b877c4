#include <algorithm>
#include <cmath>

#include "cardan/sim/record/block_names_internal.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// A contact with a smaller impulse is open: the impulse changes the velocity of the contact by no
// more than the tolerance of the judge. The same measure, plus the residual of the solver,
// separates sliding from sticking.
constexpr double kSlipRoom = 10;

ContactState state_of(const WorldModel& world, const StepData& step,
                      const ContactConstraint& contact, const ContactAnswer& answer) {
  const double tolerance = world.pairing.chain.front().tolerance;
  if (!(answer.stopped > tolerance)) return ContactState::kOpen;
  const double slip = kSlipRoom * std::max(tolerance, step.islands.flags[answer.island].residual);
  const Vector3& u = answer.velocity;
  const double speed = (u - contact.normal.dot(u) * contact.normal).norm();
  return speed > slip ? ContactState::kSlide : ContactState::kStick;
}

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

// Excludes the contribution of the solvers.
ContactInfo describe(const WorldModel& world, const StepData& step, std::size_t i) {
  const ContactConstraint& contact = step.rows.constraints.contacts[i];
  const ContactSide a = contact_side(world, step.rows.sources[i].a),
                    b = contact_side(world, step.rows.sources[i].b);
  ContactInfo info;
  info.model_a = a.model->name;
  info.link_a = a.shape->link;
  info.model_b = b.model->name;
  info.link_b = b.shape->link;
  info.point = contact.point;
  info.normal = contact.normal;
  info.phi = contact.phi;
  info.shape_a = a.shape->index;
  info.shape_b = b.shape->index;
  return info;
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
  info.state = state_of(world, step, contact, answer);
}

void add_moments(const StepData& step, const IslandWork& work) {
  for (const BaseBlock& block : work.base.blocks) {
    if (block.contact < 0) continue;
    add_moment(work, block, step.rows.constraints.contacts[block.constraint],
               step.readout.contacts[block.constraint].moment);
  }
}

}  // namespace

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

}  // namespace cardan
