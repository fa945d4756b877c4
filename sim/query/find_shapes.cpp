#include "sim/query/find_shapes.h"

#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/nearest.h"

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

}  // namespace cardan
