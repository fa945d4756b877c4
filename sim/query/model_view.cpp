#include <limits>

#include "cardan/model_spec.h"
#include "cardan/views.h"
#include "sim/data/model_access.h"
#include "sim/data/world_impl.h"

namespace cardan {

std::vector<ShapeView> view_shapes(const Model& model) {
  model.impl().require_present();
  const ModelSetup& setup = model.impl().setup();
  const CollisionScene& scene = model.impl().world->step.collision;
  std::vector<ShapeView> views;
  for (const ShapeInstance& instance : setup.shapes) {
    const LinkPlace place = link_place(model.impl(), model.link(instance.link));
    views.push_back({instance.link, instance.index, place.X_BF.inverse() * instance.X_BS,
                     scene.spec(instance.handle).shape});
  }
  return views;
}

ModelSpec view_spec(const Model& model) {
  model.impl().require_present();
  return *model.impl().setup().spec;
}

std::vector<double> view_contact_friction(const World& world) {
  const std::span<const ContactInfo> contacts = world.contacts();
  const std::vector<ContactConstraint>& constraints = world.impl().step.rows.constraints.contacts;
  std::vector<double> mu(contacts.size(), std::numeric_limits<double>::quiet_NaN());
  // Contacts of sleeping islands follow those of the constraints.
  for (std::size_t i = 0; i < constraints.size() && i < mu.size(); ++i) {
    const ContactSurface& surface = constraints[i].surface;
    const bool slides = contacts[i].state == ContactState::kSlide;
    mu[i] = slides ? surface.mu_kinetic : surface.mu_static;
  }
  return mu;
}

}  // namespace cardan
