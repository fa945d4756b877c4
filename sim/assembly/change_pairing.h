#pragma once

#include <optional>

#include "sim/data/world_impl.h"

namespace cardan {

/// Returns the part of a contact spec that chooses the formulation and the solvers.
PairingSpec pairing_spec(const ContactSpec& contact);

/// Makes the shadow of the pairing of a world. Returns null if no shadow is requested. Throws Error
/// if a shadow solver cannot be used.
std::unique_ptr<ShadowSolve> make_shadow(const ContactSpec& contact, const Pairing& pairing,
                                         const SolverRegistry& registry, int workers);

/// Pairing and shadow of a world after a change.
struct NewPairing {
  Pairing pairing;
  std::unique_ptr<ShadowSolve> shadow;
};

/// Returns the pairing for a world with one more model, whose materials may add block kinds to the
/// problems. Throws Error, and changes nothing, if the chosen solvers do not support these kinds.
/// Returns nothing if no block kind is added.
std::optional<NewPairing> pairing_with(const World::Impl& world, const ModelSetup& model);

/// Returns the pairing and the shadow for other traits of the surfaces, or nothing if the world
/// already has these traits. Throws the same errors as pairing_with.
std::optional<NewPairing> pairing_for(const World::Impl& world, const SurfaceTraits& traits);
/// Returns the pairing and the shadow, as pairing_for does, for the world without one of its
/// models.
std::optional<NewPairing> pairing_without(const World::Impl& world, const ModelSetup& model);

/// Returns the traits of a table of materials and of the shapes of all models except `left_out`,
/// which may be null.
SurfaceTraits traits_in_use(const WorldModel& world, const MaterialTable& table,
                            const MaterialCombiner& materials, const ModelSetup* left_out);

void set_pairing(World::Impl& world, NewPairing changed);

/// Common part of set_solver, set_formulation and set_pair. formulation: empty for the default of
/// the solver.
void change_pair(World& world, const std::optional<FormulationSpec>& formulation,
                 const SolverSpec& solver);

/// Checks of values for new worlds and for changes. They throw Error for an invalid value.
void require_gravity(const Vector3& gravity);
void require_pairing(const WorldSpec& spec, const Pairing& pairing);
/// Throws Error if a compliant material has damping and the integrator is rk4.
void require_rk4_material(const WorldSpec& spec, const MaterialSpec& material,
                          const std::string& where);
/// These functions add what the user should know about a material or a pairing.
void note_friction(const std::string& name, const MaterialSpec& material, Findings& findings);
void note_pairing(const Pairing& pairing, Findings& findings);

}  // namespace cardan
