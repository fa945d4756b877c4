#include "sim/query/find_shapes.h"

#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/nearest.h"
#include "sim/assembly/renumber.h"
#include "sim/record/change_log.h"
#include "sim/step/sleep.h"

namespace cardan {

namespace {

std::vector<std::string> links_of(const ModelSetup& model) {
  std::vector<std::string> links;
  if (model.skeleton)
    for (const FrameInfo& frame : model.skeleton->frames) links.push_back(frame.name);
  for (const auto& [link, pose] : model.static_links) links.push_back(link);
  for (const ShapeInstance& shape : model.shapes) links.push_back(shape.link);
  return links;
}

int find_model(const World::Impl& world, std::string_view name) {
  const auto known = world.model_of_name.find(name);
  return known == world.model_of_name.end() ? -1 : known->second;
}

}  // namespace

ShapeOwner require_owner(const World::Impl& world, std::string_view name,
                         const std::string& where) {
  if (const int model = find_model(world, name); model >= 0) return {model, true, {}};
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos;
       slash = name.find('/', slash + 1)) {
    const int model = find_model(world, name.substr(0, slash));
    if (model < 0) continue;
    const std::string_view link = name.substr(slash + 1);
    const std::vector<std::string> links = links_of(world.model.model(model));
    if (std::find(links.begin(), links.end(), link) != links.end()) return {model, false, link};
    throw Error(
        "unknown link '" + std::string(link) + "' of model '" + world.model.model(model).name + "'",
        where, suggest_name(link, links));
  }
  std::vector<std::string> models;
  for (const auto& model : world.model.models)
    if (!model->removed) models.push_back(model->name);
  const std::string_view model = name.substr(0, name.find('/'));
  throw Error("unknown model '" + std::string(model) + "'", where, suggest_name(model, models));
}

void World::ignore_collision(std::string_view a, std::string_view b) {
  Impl& world = impl();
  require_between_steps(world, "ignore_collision");
  const ShapeOwner owner_a = require_owner(world, a, "ignore_collision");
  const ShapeOwner owner_b = require_owner(world, b, "ignore_collision");
  world.ignored.push_back({std::string(a), std::string(b)});
  wake_all(world.model, world.state, world.step);
  for (const ShapeInstance& shape_a : world.model.model(owner_a.model).shapes) {
    if (!owner_a.holds(owner_a.model, shape_a)) continue;
    for (const ShapeInstance& shape_b : world.model.model(owner_b.model).shapes) {
      if (!owner_b.holds(owner_b.model, shape_b) || shape_a.handle == shape_b.handle) continue;
      world.step.collision.exclude(shape_a.handle, shape_b.handle);
    }
  }
  log_change(world, ChangeKind::kIgnore, [&](ChangeWriter& out) {
    out.text(a);
    out.text(b);
  });
}

}  // namespace cardan
