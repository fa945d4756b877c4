#include "cardan/sim/change_pairing_internal.h"

namespace cardan {

std::optional<NewPairing> pairing_with(const World::Impl& world, const Model::Impl& model) {
  SurfaceTraits traits = world.pairing.traits;
  for (const ShapeInstance& shape : model.shapes) {
    traits = traits | traits_of(world.materials.material(shape.material));
  }
  if (traits == world.pairing.traits) return std::nullopt;
  const ContactSpec& contact = world.spec.contact;
  NewPairing changed{make_pairing(contact, world.registry, traits), nullptr};
  if (world.shadow) {
    changed.shadow = std::make_unique<ShadowSolve>(contact, changed.pairing, world.registry,
                                                   world.pool.threads());
  }
  return changed;
}

void set_pairing(World::Impl& world, NewPairing changed) {
  world.pairing = std::move(changed.pairing);
  world.shadow = std::move(changed.shadow);
  for (const auto& work : world.works) work->formulation = make_formulation(world.pairing);
}

}  // namespace cardan
