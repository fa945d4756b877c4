#include "sim/query/find_parameter.h"

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/nearest.h"
#include "sim/data/named_parts.h"
#include "sim/query/find_shapes.h"

namespace cardan {

MassPlace find_mass(const World::Impl& world, const std::string& name, const std::string& where) {
  const ShapeOwner owner = require_owner(world, name, where);
  const ModelSetup& model = world.model.model(owner.model);
  if (!model.skeleton) throw Error("'" + name + "' does not move and has no mass", where);
  if (owner.is_whole && model.skeleton->num_bodies() != 1)
    throw Error("model '" + name + "' has several bodies", where, "name one: MODEL/LINK");
  const int frame = owner.is_whole ? -1 : frame_index(*model.skeleton, owner.link, where);
  const int body = frame < 0 ? 0 : model.skeleton->frames[static_cast<std::size_t>(frame)].body;
  if (body < 0)
    throw Error("link '" + name + "' is fixed to the world", where, "name one that moves");
  if (!(model.skeleton->inertia[static_cast<std::size_t>(body)].mass > 0))
    throw Error("'" + name + "' has no mass that could be scaled", where);
  return {owner.model, body};
}

LawPlace find_law(const World::Impl& world, const std::string& name, const std::string& where) {
  std::vector<std::string> known;
  for (const auto& model : world.model.models) {
    const int nv = model->skeleton ? model->skeleton->nv() : 0;
    for (int dof = 0; dof < nv; ++dof) {
      const ConstModelState state = world.state.models[model->number];
      if (!state.laws()[static_cast<std::size_t>(dof)].active) continue;
      known.push_back(model->name + "/" + model->skeleton->dof_name(dof));
      if (known.back() == name) return {model->number, dof};
    }
  }
  throw Error("no joint '" + name + "' with a PD law", where, suggest_name(name, known));
}

}  // namespace cardan
