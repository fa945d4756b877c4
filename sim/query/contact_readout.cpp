#include <algorithm>
#include <cmath>

#include "cardan/sim/record/block_names_internal.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// Below this impulse a contact is open: it changes the contact's own velocity by no more than what
// the judge lets pass. The same measure, with room for what the solver left, parts sliding from
// sticking.
constexpr double kSlipRoom = 10;

ContactState state_of(const World::Impl& world, const ContactConstraint& contact,
                      const ContactAnswer& answer) {
  const double tolerance = world.pairing.chain.front().tolerance;
  if (!(answer.stopped > tolerance)) return ContactState::kOpen;
  const double slip = kSlipRoom * std::max(tolerance, world.flags[answer.island].residual);
  const Vector3& u = answer.velocity;
  const double speed = (u - contact.normal.dot(u) * contact.normal).norm();
  return speed > slip ? ContactState::kSlide : ContactState::kStick;
}

// The mean moment of torsion or rolling friction over the step.
void add_moment(const IslandWork& work, const BaseBlock& block, const ContactConstraint& contact,
                Vector3& moment) {
  int row = block.row;
  for (int k = 0; k < 3; ++k) {
    if (block.present_rows >> k & 1u) {
      moment += work.lambda_C[row++] / work.base.dt * contact.axis(k);
    }
  }
}

// Without what the solvers did.
ContactInfo describe(const World::Impl& world, std::size_t i) {
  const ContactConstraint& contact = world.constraints.contacts[i];
  const ContactSide a = contact_side(world, world.contact_a[i]),
                    b = contact_side(world, world.contact_b[i]);
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

void add_force(const World::Impl& world, std::size_t i) {
  const ContactAnswer& answer = world.solutions[i];
  if (answer.island < 0) return;
  const ContactConstraint& contact = world.constraints.contacts[i];
  ContactInfo& info = world.contacts[i];
  info.impulse = answer.impulse + collision_impulse(world, contact);
  info.force = info.impulse / world.spec.step;
  info.velocity = answer.velocity;
  info.state = state_of(world, contact, answer);
}

void add_moments(const World::Impl& world, const IslandWork& work) {
  for (const BaseBlock& block : work.base.blocks) {
    if (block.contact < 0) continue;
    add_moment(work, block, world.constraints.contacts[block.constraint],
               world.contacts[block.constraint].moment);
  }
}

}  // namespace

const std::vector<ContactInfo>& read_contacts(const World::Impl& world) {
  if (world.contacts_read) return world.contacts;
  const std::lock_guard lock(world.contacts_mutex);
  if (world.contacts_read) return world.contacts;
  world.contacts.clear();
  world.contact_shapes.clear();
  for (std::size_t i = 0; i < world.constraints.contacts.size(); ++i) {
    world.contacts.push_back(describe(world, i));
    world.contact_shapes.push_back({world.contact_a[i], world.contact_b[i]});
    add_force(world, i);
  }
  for (int i = 0; i < world.islands.size(); ++i) {
    if (world.flags[i].has_other_rows) add_moments(world, *world.works[i]);
  }
  add_sleeping_contacts(world);
  world.contacts_read = true;
  return world.contacts;
}

}  // namespace cardan
