#pragma once

#include <optional>

#include "cardan/sim/world_internal.h"

namespace cardan {

/// The part of a contact spec that chooses formulation and solvers.
PairingSpec pairing_spec(const ContactSpec& contact);

/// Makes the shadow of the pairing of a world; null if none is requested. Throws Error if a shadow
/// solver cannot be used.
std::unique_ptr<ShadowSolve> make_shadow(const ContactSpec& contact, const Pairing& pairing,
                                         const SolverRegistry& registry, int workers);

/// Pairing and shadow for a world with one more model.
struct NewPairing {
  Pairing pairing;
  std::unique_ptr<ShadowSolve> shadow;
};

/// Adapts the pairing to a new material, which may add block kinds to the problems. Throws Error,
/// and changes nothing, if the chosen solvers do not support them. Returns nothing if no block kind
/// is added.
std::optional<NewPairing> pairing_with(const World::Impl& world, const ModelSetup& model);

void set_pairing(World::Impl& world, NewPairing changed);

}  // namespace cardan
