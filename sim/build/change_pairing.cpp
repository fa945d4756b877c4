#include "cardan/sim/build/change_pairing_internal.h"

namespace cardan {

PairingSpec pairing_spec(const ContactSpec& contact) {
  return {contact.formulation, contact.solver, contact.rules.restitution,
          contact.rules.stabilization.kind};
}

std::unique_ptr<ShadowSolve> make_shadow(const ContactSpec& contact, const Pairing& pairing,
                                         const SolverRegistry& registry, int workers) {
  if (!contact.shadow) return nullptr;
  return std::make_unique<ShadowSolve>(*contact.shadow, contact.rules.stabilization.kind, pairing,
                                       registry, workers);
}

std::optional<NewPairing> pairing_with(const World::Impl& world, const ModelSetup& model) {
  SurfaceTraits traits = world.model.pairing.traits;
  for (const ShapeInstance& shape : model.shapes) {
    traits = traits | traits_of(world.model.materials.material(shape.material));
  }
  if (traits == world.model.pairing.traits) return std::nullopt;
  const ContactSpec& contact = world.model.spec.contact;
  Pairing pairing = make_pairing(pairing_spec(contact), world.registry, traits);
  auto shadow = make_shadow(contact, pairing, world.registry, world.step.workers.pool.threads());
  return NewPairing{std::move(pairing), std::move(shadow)};
}

void set_pairing(World::Impl& world, NewPairing changed) {
  world.model.pairing = std::move(changed.pairing);
  world.step.workers.shadow = std::move(changed.shadow);
  for (const auto& work : world.step.islands.works)
    work->formulation = make_formulation(world.model.pairing);
}

}  // namespace cardan
