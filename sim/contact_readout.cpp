#include <algorithm>

#include "cardan/sim/block_names_internal.h"
#include "cardan/sim/stages_internal.h"

namespace cardan {

namespace {

// Below this impulse a contact is open: it changes the contact's own velocity by no more than what
// the judge lets pass. The same measure, with room for what the solver left, parts sliding from
// sticking.
constexpr double kSlipRoom = 10;

struct Readout {
  Vector3 impulse = Vector3::Zero(), velocity = Vector3::Zero();
  ContactState state = ContactState::kOpen;
};

Readout read_block(const IslandWork& work, const BaseBlock& block,
                   const ContactConstraint& contact) {
  Readout readout;
  Vector3 u;
  for (int k = 0; k < 3; ++k) {
    u[k] = plain_velocity(work.base, work.lambda_C.data(), work.u_C.data(), block.row + k);
    readout.impulse += work.lambda_C[block.row + k] * contact.row_direction(k);
  }
  readout.velocity = contact.velocity_of_rows(u);
  const double tolerance = work.base.tolerance;
  if (!(work.lambda_C[block.row] * work.base.A_diag[block.row] > tolerance)) return readout;
  const double slip = kSlipRoom * std::max(tolerance, work.report.residual);
  const double speed = (readout.velocity - u[0] * contact.normal).norm();
  readout.state = speed > slip ? ContactState::kSlide : ContactState::kStick;
  return readout;
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

void add_forces(const World::Impl& world, const IslandWork& work) {
  const std::vector<ContactConstraint>& constraints = world.constraints.contacts;
  for (const BaseBlock& block : work.base.blocks) {
    if (block.contact >= 0) {
      add_moment(work, block, constraints[block.constraint],
                 world.contacts[block.constraint].moment);
      continue;
    }
    if (block.kind != BaseBlockKind::kContact) continue;
    const Readout readout = read_block(work, block, constraints[block.constraint]);
    ContactInfo& info = world.contacts[block.constraint];
    info.impulse = readout.impulse + collision_impulse(world, block.key);
    info.force = info.impulse / world.spec.step;
    info.velocity = readout.velocity;
    info.state = readout.state;
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
  }
  for (int i = 0; i < world.islands.size(); ++i) add_forces(world, *world.works[i]);
  add_sleeping_contacts(world);
  world.contacts_read = true;
  return world.contacts;
}

void count_contacts(World::Impl& world) {
  const std::vector<ContactConstraint>& contacts = world.constraints.contacts;
  world.report.max_penetration = 0;
  std::size_t count = contacts.size();
  const auto deepen = [&](double phi) {
    world.report.max_penetration = std::max(world.report.max_penetration, -phi);
  };
  for (const ContactConstraint& contact : contacts) deepen(contact.phi);
  for (int i = 0; i < world.sleep.count; ++i) {
    for (const ContactInfo& contact : world.sleep.groups[i].contacts) deepen(contact.phi);
    count += world.sleep.groups[i].contacts.size();
  }
  world.report.contacts = static_cast<int>(count);
  world.contacts_read = false;
  // Who asks later is not to allocate more often than contacts grow in number.
  if (world.contacts.capacity() < count) {
    world.contacts.reserve(2 * count);
    world.contact_shapes.reserve(2 * count);
  }
}

}  // namespace cardan
