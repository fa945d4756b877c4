#include <algorithm>
#include <cmath>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"
#include "cardan/scene/batch_member_internal.h"
#include "cardan/sim/build/change_materials_internal.h"
#include "cardan/sim/step/stages_internal.h"

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
  int model = -1, dof = -1;
  PdGains gains;
};

void require_non_negative(double x, const std::string& what, const std::string& where) {
  if (x >= 0 && std::isfinite(x)) return;
  throw Error(what + " is " + std::to_string(x), where, "expected a number of at least 0");
}

MassChange find_body(World::Impl& world, const std::string& name, double mass,
                     const std::string& where) {
  const ShapeOwner owner = require_owner(world, name, where);
  const ModelSetup& model = world.model.model(owner.model);
  if (!model.skeleton) throw Error("'" + name + "' does not move and has no mass", where);
  if (!(mass > 0) || !std::isfinite(mass))
    throw Error("the mass of '" + name + "' is " + std::to_string(mass), where,
                "expected a positive number [kg]");
  if (owner.is_whole && model.skeleton->num_bodies() != 1)
    throw Error("model '" + name + "' has several bodies", where, "name one: MODEL/LINK");
  const int frame = owner.is_whole ? -1 : model.skeleton->require_frame(owner.link);
  const int body = frame < 0 ? 0 : model.skeleton->frames[static_cast<std::size_t>(frame)].body;
  if (body < 0)
    throw Error("link '" + name + "' is fixed to the world", where, "name one that moves");
  const SpatialInertia& inertia = model.skeleton->inertia[static_cast<std::size_t>(body)];
  if (!(inertia.mass > 0)) throw Error("'" + name + "' has no mass that could be scaled", where);
  if (!(inertia.inertia * (mass / inertia.mass)).allFinite())
    throw Error("the mass of '" + name + "' is too large: its inertia overflows", where);
  const bool is_base = body == 0 && model.skeleton->floating_base();
  return {world.faces[static_cast<std::size_t>(owner.model)].get(),
          is_base ? "" : model.skeleton->body_name[static_cast<std::size_t>(body)], mass};
}

GainChange find_law(const World::Impl& world, const std::string& name, const PdGains& gains,
                    const std::string& where) {
  require_non_negative(gains.kp, "kp of '" + name + "'", where);
  require_non_negative(gains.kd, "kd of '" + name + "'", where);
  std::vector<std::string> known;
  for (const auto& model : world.model.models) {
    const int nv = model->skeleton ? model->skeleton->nv() : 0;
    for (int dof = 0; dof < nv; ++dof) {
      const ConstModelState state = world.state.models[model->number];
      if (!state.laws()[static_cast<std::size_t>(dof)].active) continue;
      known.push_back(model->name + "/" + model->skeleton->dof_name(dof));
      if (known.back() == name) return {model->number, dof, gains};
    }
  }
  throw Error("no joint '" + name + "' with a PD law", where, suggest_name(name, known));
}

}  // namespace

void apply_parameters(BatchMember& member, const BatchParameters& parameters,
                      const std::string& where) {
  World::Impl& world = member.world.impl();
  if (parameters.gravity && !parameters.gravity->allFinite())
    throw Error("gravity is not finite", where, "three numbers [m/s²]");
  std::vector<MassChange> masses;
  for (const auto& [name, mass] : parameters.mass)
    masses.push_back(find_body(world, name, mass, where));
  std::vector<GainChange> laws;
  for (const auto& [name, gains] : parameters.gains)
    laws.push_back(find_law(world, name, gains, where));
  std::map<std::string, MaterialSpec> materials;
  for (const auto& [name, mu] : parameters.friction) {
    require_non_negative(mu, "friction of material '" + name + "'", where);
    MaterialSpec material = member.world.material(name);
    material.mu_static = material.mu_kinetic = mu;
    materials.emplace(name, material);
  }
  if (!materials.empty()) change_materials(member.world, materials);
  // No errors from here on.
  if (parameters.gravity) member.world.set_gravity(*parameters.gravity);
  for (const MassChange& change : masses) change.model->set_mass(change.link, change.mass);
  member.world.set_state(member.start);
  for (const GainChange& change : laws) {
    const JointLaws all = world.state.models[change.model].laws();
    PdLaw law = all[static_cast<std::size_t>(change.dof)];
    law.kp = change.gains.kp;
    law.kd = change.gains.kd;
    all.set(static_cast<std::size_t>(change.dof), law);
  }
  member.world.state(member.start);
}

}  // namespace cardan
