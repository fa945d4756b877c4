#pragma once

#include <optional>

#include "cardan/sim/world_internal.h"

namespace cardan {

/// The part of a contact spec that chooses formulation and solvers.
PairingSpec pairing_spec(const ContactSpec& contact);

/// The shadow of a world's pairing; null where none is asked for. Throws Error.
std::unique_ptr<ShadowSolve> make_shadow(const ContactSpec& contact, const Pairing& pairing,
                                         const SolverRegistry& registry, int workers);

/// The pair and its shadow for a world with one more model.
struct NewPairing {
  Pairing pairing;
  std::unique_ptr<ShadowSolve> shadow;
};

/// A material may bring blocks into the problems that the chosen solvers do not take: throws Error,
/// and nothing is changed. Nothing where the surfaces bring no other blocks.
std::optional<NewPairing> pairing_with(const World::Impl& world, const ModelSetup& model);

void set_pairing(World::Impl& world, NewPairing changed);

}  // namespace cardan
