#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/number_text.h"
#include "sim/assembly/change_materials.h"
#include "sim/query/find_parameter.h"
#include "sim/scene/batch_member.h"
#include "sim/scene/scene_reader.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

/// A link whose mass changes.
struct MassChange {
  Model* model = nullptr;
  std::string link;  ///< "": the base
  double mass = 0;   ///< [kg]
};

/// A PD law whose gains change.
struct GainChange {
  LawPlace law;
  PdGains gains;
};

void require_non_negative(double x, const std::string& what, const std::string& where) {
  if (x >= 0 && std::isfinite(x)) return;
  throw Error(what + " is " + number_text(x), where, "expected a number of at least 0");
}

MassChange mass_change(const World::Impl& world, const std::string& name, double mass,
                       const std::string& where) {
  const MassPlace place = find_mass(world, name, where);
  if (!(mass > 0) || !std::isfinite(mass))
    throw Error("the mass of '" + name + "' is " + number_text(mass), where,
                "expected a positive number [kg]");
  const Skeleton& skeleton = *world.model.model(place.model).skeleton;
  const SpatialInertia& inertia = skeleton.inertia[static_cast<std::size_t>(place.body)];
  if (!(inertia.inertia * (mass / inertia.mass)).allFinite())
    throw Error("the mass of '" + name + "' is too large: its inertia overflows", where);
  const bool is_base = place.body == 0 && skeleton.floating_base();
  return {world.faces[static_cast<std::size_t>(place.model)].get(),
          is_base ? "" : skeleton.body_name[static_cast<std::size_t>(place.body)], mass};
}

GainChange gain_change(const World::Impl& world, const std::string& name, const PdGains& gains,
                       const std::string& where) {
  require_non_negative(gains.kp, "kp of '" + name + "'", where);
  require_non_negative(gains.kd, "kd of '" + name + "'", where);
  return {find_law(world, name, where), gains};
}

}  // namespace

void apply_parameters(BatchMember& member, const BatchParameters& parameters,
                      const std::string& where) {
  World::Impl& world = member.world.impl();
  if (parameters.gravity && !parameters.gravity->allFinite())
    throw Error("gravity is not finite", where, "three numbers [m/s²]");
  std::vector<MassChange> masses;
  for (const auto& [name, mass] : parameters.mass)
    masses.push_back(mass_change(world, name, mass, where));
  std::vector<GainChange> laws;
  for (const auto& [name, gains] : parameters.gains)
    laws.push_back(gain_change(world, name, gains, where));
  std::map<std::string, MaterialSpec> materials;
  for (const auto& [name, mu] : parameters.friction) {
    require_non_negative(mu, "friction of material '" + name + "'", where);
    MaterialSpec material = member.world.material(name);
    require_used_material(member.world, name, where);
    material.mu_static = material.mu_kinetic = mu;
    materials.emplace(name, material);
  }
  if (!materials.empty()) change_materials(member.world, materials);
  // The code below cannot fail.
  if (parameters.gravity) member.world.set_gravity(*parameters.gravity);
  for (const MassChange& change : masses) change.model->set_mass(change.link, change.mass);
  member.world.set_state(member.start);
  for (const GainChange& change : laws) {
    const JointLaws all = world.state.models[change.law.model].laws();
    PdLaw law = all[static_cast<std::size_t>(change.law.dof)];
    law.kp = change.gains.kp;
    law.kd = change.gains.kd;
    all.set(static_cast<std::size_t>(change.law.dof), law);
  }
  member.world.state(member.start);
}

}  // namespace cardan
