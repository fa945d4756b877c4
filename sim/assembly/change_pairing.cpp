#include "sim/assembly/change_pairing.h"

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"

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

std::optional<NewPairing> pairing_for(const World::Impl& world, const SurfaceTraits& traits) {
  if (traits == world.model.pairing.traits) return std::nullopt;
  const ContactSpec& contact = world.model.spec.contact;
  Pairing pairing = make_pairing(pairing_spec(contact), world.registry, traits);
  auto shadow = make_shadow(contact, pairing, world.registry, world.step.workers.pool.threads());
  return NewPairing{std::move(pairing), std::move(shadow)};
}

std::optional<NewPairing> pairing_with(const World::Impl& world, const ModelSetup& model) {
  SurfaceTraits traits = world.model.pairing.traits;
  for (const ShapeInstance& shape : model.shapes) {
    traits = traits | traits_of(world.model.materials.material(shape.material));
  }
  return pairing_for(world, traits);
}

SurfaceTraits traits_in_use(const WorldModel& world, const MaterialTable& table,
                            const MaterialCombiner& materials, const ModelSetup* left_out) {
  SurfaceTraits traits = traits_of(table);
  for (const auto& model : world.models) {
    if (model.get() == left_out) continue;
    for (const ShapeInstance& shape : model->shapes)
      traits = traits | traits_of(materials.material(shape.material));
  }
  return traits;
}

std::optional<NewPairing> pairing_without(const World::Impl& world, const ModelSetup& model) {
  return pairing_for(
      world, traits_in_use(world.model, world.model.spec.materials, world.model.materials, &model));
}

void require_gravity(const Vector3& gravity) {
  if (!gravity.allFinite()) throw Error("gravity is not finite", "gravity", "three numbers [m/s²]");
}

void require_pairing(const WorldSpec& spec, const Pairing& pairing) {
  if (spec.integrator == Integrator::kRungeKutta4 && !pairing.info.acceleration_level) {
    throw Error("integrator rk4 needs a formulation at acceleration level; formulation '" +
                    pairing.info.id + "' computes impulses",
                "time.integrator", "use formulation acceleration, or semi_implicit_euler");
  }
  if (spec.integrator == Integrator::kMidpoint && pairing.info.acceleration_level) {
    throw Error("integrator midpoint needs a formulation at velocity level; formulation '" +
                    pairing.info.id + "' computes accelerations",
                "time.integrator", "use formulation cone, or rk4");
  }
  if (spec.integrator == Integrator::kRungeKutta4 && spec.geometric_stiffness) {
    throw Error("geometric stiffness needs an implicit step, and integrator rk4 is explicit",
                "time.geometric_stiffness", "remove it, or use semi_implicit_euler");
  }
  if (spec.integrator != Integrator::kSemiImplicitEuler &&
      spec.pd_laws == PdDiscretization::kImplicitEuler) {
    throw Error("implicit_euler needs the integrator semi_implicit_euler", "time.pd_laws",
                "remove it, or use semi_implicit_euler");
  }
  if (spec.contact.sleep && pairing.info.acceleration_level) {
    throw Error("formulation '" + pairing.info.id + "' keeps no impulses, so islands cannot sleep",
                "contact.sleep", "remove it, or use a formulation at velocity level");
  }
}

void require_rk4_material(const WorldSpec& spec, const MaterialSpec& material,
                          const std::string& where) {
  if (!std::isnan(material.stiffness) && material.damping > 0)
    refuse_under_rk4(spec, "damping of a contact", where);
}

void note_friction(const std::string& name, const MaterialSpec& material, Findings& findings) {
  if (std::max(material.mu_static, material.mu_kinetic) <= kMaxFriction) return;
  findings.add({Severity::kWarning, "", 0, "material '" + name + "'",
                "friction above 1000 is taken as 1000"});
}

void note_pairing(const Pairing& pairing, Findings& findings) {
  const std::string formulation = "formulation '" + pairing.info.id + "'";
  for (const std::string& warning : pairing.info.warnings) {
    findings.add({Severity::kWarning, "", 0, formulation, warning});
  }
  if (pairing.info.needs_compliance) {
    findings.add({Severity::kInfo, "", 0, formulation,
                  "rows of joints and loops without compliance have 1e-4 of their diagonal"});
  }
}

void set_pairing(World::Impl& world, NewPairing changed) {
  world.model.pairing = std::move(changed.pairing);
  world.step.workers.shadow = std::move(changed.shadow);
  for (const auto& work : world.step.islands.works)
    work->formulation = make_formulation(world.model.pairing);
}

}  // namespace cardan
