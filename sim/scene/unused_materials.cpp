#include <algorithm>
#include <set>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/robot_model.h"
#include "core/nearest.h"
#include "sim/data/world_impl.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

using Names = std::set<std::string>;

// Adds the names of the materials of the shapes of a model.
void add_materials(const ModelSpec& model, Names& used) {
  const auto use = [&](const std::string& own) { used.insert(own.empty() ? model.material : own); };
  for (const CompoundPart& part : model.compound) use(part.material);
  if (model.robot) {
    for (const RobotShape& shape : model.robot->shapes) use(shape.surface);
  } else if (model.description) {
    for (const LinkRecord& link : model.description->links)
      for (const ShapeRecord& shape : link.collisions) use(shape.surface);
  } else if (model.compound.empty() && !model.skeleton) {
    use("");
  }
}

void require_one_of(const Names& used, const std::string& name, const std::string& where) {
  if (used.contains(name)) return;
  throw Error("no model uses the material '" + name + "'", where,
              suggest_name(name, {used.begin(), used.end()}));
}

// True if a material in use takes the value of a key from `default`. key: "" for any.
bool takes_from_default(const SceneNode& materials, const Names& used, const std::string& key) {
  for (const auto& [name, material] : materials.entries())
    if (used.contains(name) && (key.empty() || !material.find(key))) return true;
  return false;
}

// Keys of a path, which are separated by dots.
std::vector<std::string> keys_of(const std::string& path) {
  std::vector<std::string> keys;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    keys.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return keys;
}

// Names of the materials that an override sets, which all must be in use.
std::vector<std::string> materials_set(const std::vector<std::string>& keys,
                                       const SceneNode& materials) {
  std::vector<std::string> names;
  if (keys.size() == 1) {  // all materials at once
    for (const auto& [name, material] : materials.entries())
      if (name != "pairs" && name != "default") names.push_back(name);
  } else if (keys[1] != "pairs") {
    names.push_back(keys[1]);
  } else if (keys.size() > 3 && keys[2] == "table") {
    const SceneNode row = materials.require("pairs").require("table").items()[std::stoul(keys[3])];
    for (const SceneNode& name : row.require("between").items()) names.push_back(name.word());
  }
  return names;
}

}  // namespace

void refuse_unused_materials(const SceneNode& root, const Scene& scene) {
  const auto materials = root.find("materials");
  if (!materials) return;
  Names used;
  for (const SceneOverride& change : scene.overrides) {
    const std::vector<std::string> keys = keys_of(change.path);
    if (keys.front() != "materials") continue;
    if (used.empty())
      for (const ModelSpec& model : scene.models) add_materials(model, used);
    for (const std::string& name : materials_set(keys, *materials)) {
      const bool inherited =
          name == "default" &&
          takes_from_default(*materials, used, keys.size() > 2 ? keys[2] : std::string());
      if (!inherited) require_one_of(used, name, place_of(change, scene.file));
    }
  }
}

void require_used_material(const World& world, const std::string& name, const std::string& where) {
  Names used;
  for (const auto& model : world.impl().model.models)
    if (model && model->spec) add_materials(*model->spec, used);
  require_one_of(used, name, where);
}

}  // namespace cardan
