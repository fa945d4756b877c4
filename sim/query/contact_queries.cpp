#include "cardan/queries.h"
#include "sim/query/find_shapes.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

struct Sides {
  bool a = false, b = false;
};

// The sides of contact i that belong to the owner.
Sides sides_of(const World::Impl& world, const ShapeOwner& owner, std::size_t i) {
  const auto holds = [&](int handle) {
    const int model = world.model.shape_model[handle];
    return owner.holds(model, world.model.model(model).shapes[world.model.shape_index[handle]]);
  };
  return {holds(world.step.readout.shapes[i].a), holds(world.step.readout.shapes[i].b)};
}

template <class Visit>
void visit_between(const World::Impl& world, std::string_view a, std::string_view b,
                   const Visit& visit) {
  const ShapeOwner first = require_owner(world, a, "contacts"),
                   second = require_owner(world, b, "contacts");
  const std::vector<ContactInfo>& contacts = read_contacts(world.model, world.state, world.step);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Sides x = sides_of(world, first, i), y = sides_of(world, second, i);
    if ((x.a && y.b) || (x.b && y.a)) visit(contacts[i]);
  }
}

}  // namespace

std::vector<ContactInfo> contacts_of(const World& world, std::string_view name) {
  const ShapeOwner owner = require_owner(world.impl(), name, "contacts_of");
  std::vector<ContactInfo> result;
  for (std::size_t i = 0; i < world.contacts().size(); ++i) {
    const Sides sides = sides_of(world.impl(), owner, i);
    if (sides.a || sides.b) result.push_back(world.contacts()[i]);
  }
  return result;
}

std::vector<ContactInfo> contacts_between(const World& world, std::string_view a,
                                          std::string_view b) {
  std::vector<ContactInfo> result;
  visit_between(world.impl(), a, b, [&](const ContactInfo& contact) { result.push_back(contact); });
  return result;
}

bool touching(const World& world, std::string_view a, std::string_view b) {
  bool any = false;
  visit_between(world.impl(), a, b, [&](const ContactInfo& contact) {
    any = any || contact.state != ContactState::kOpen;
  });
  return any;
}

SpatialForce contact_force(const World& world, std::string_view name) {
  const ShapeOwner owner = require_owner(world.impl(), name, "contact_force");
  SpatialForce sum;
  for (std::size_t i = 0; i < world.contacts().size(); ++i) {
    const Sides sides = sides_of(world.impl(), owner, i);
    const ContactInfo& contact = world.contacts()[i];
    const double sign = static_cast<double>(sides.b) - static_cast<double>(sides.a);
    sum.force += sign * contact.force;
    sum.moment += sign * contact.point.cross(contact.force);
  }
  return sum;
}

}  // namespace cardan
