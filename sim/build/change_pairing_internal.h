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

/// Pairing and shadow for other traits of the surfaces; nothing if the world already has these
/// traits. Throws Error as pairing_with does.
std::optional<NewPairing> pairing_for(const World::Impl& world, const SurfaceTraits& traits);
/// Pairing and shadow, as for pairing_for, for the world without one of its models.
std::optional<NewPairing> pairing_without(const World::Impl& world, const ModelSetup& model);

/// Traits of a table of materials and of the shapes of all models except `left_out`, which may be
/// null.
SurfaceTraits traits_in_use(const WorldModel& world, const MaterialTable& table,
                            const MaterialCombiner& materials, const ModelSetup* left_out);

void set_pairing(World::Impl& world, NewPairing changed);

/// Checks for new worlds and for changes. They throw Error.
void require_gravity(const Vector3& gravity);
void require_pairing(const WorldSpec& spec, const Pairing& pairing);
/// Throws Error for the damping of a compliant material under rk4.
void require_rk4_material(const WorldSpec& spec, const MaterialSpec& material,
                          const std::string& where);
/// Add notes for the user to the diagnostics.
void note_friction(const std::string& name, const MaterialSpec& material,
                   std::vector<Diagnostic>& diagnostics);
void note_pairing(const Pairing& pairing, std::vector<Diagnostic>& diagnostics);

}  // namespace cardan
