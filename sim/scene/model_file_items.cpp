#include <map>
#include <string>

#include "cardan/model_spec.h"
#include "sim/scene/file_item.h"
#include "sim/scene/mjcf_models.h"
#include "sim/scene/scene_part.h"
#include "sim/scene/scene_reader.h"

/// Items of `models` that name a file of another format.
namespace cardan {

namespace {

std::string packages_text(const std::map<std::string, std::string>& packages) {
  std::string text;
  for (const auto& [name, folder] : packages)
    text.append("\n").append(name).append("=").append(folder);
  return text;
}

}  // namespace

const ModelFileReader* ModelFileItems::reader_of(const SceneNode& item) const {
  if (!item.is_map()) return nullptr;
  for (const ModelFileReader& reader : readers_)
    if (item.find(reader.key)) return &reader;
  if (const auto sdf = item.find("sdf"))
    sdf->fail("no reader of SDF is given to this scene",
              "the command cardan has one; programs set SceneOptions::readers");
  return nullptr;
}

const ModelFileItems::File& ModelFileItems::file_of(const SceneNode& item,
                                                    const ModelFileReader& reader,
                                                    const std::string& prefix, Scene& scene) {
  const FileItem file_item(item, reader.key);
  ModelFileOptions options;
  if (const auto packages = item.find("packages")) options.packages = read_packages(*packages);
  const std::string key =
      reader.key + "\n" + file_item.identity() + packages_text(options.packages);
  const auto known = files_.find(key);
  if (known != files_.end()) return known->second;
  File file;
  file.contents = file_item.read(options, reader.read);
  file.surfaces = mjcf::free_surface_prefix(scene.world.materials, prefix);
  file.class_bits = mjcf::free_class_bits(filter_classes(file.contents), taken_, item.where());
  for (std::size_t i = 1; i < file.class_bits.size(); ++i) taken_ |= file.class_bits[i];
  scene.diagnostics.insert(scene.diagnostics.end(), file.contents.diagnostics.begin(),
                           file.contents.diagnostics.end());
  note_scene_rules(file.contents, scene.world, scene);
  add_materials_of(file.contents, file.surfaces, scene.world.materials);
  return files_.emplace(key, std::move(file)).first->second;
}

void ModelFileItems::read(const SceneNode& given, const ModelFileReader& reader, Scene& scene) {
  ModelSpec frame;
  frame.name = read_model_name(given);
  const SceneNode item = given.renamed("model '" + frame.name + "'");
  item.allow_keys({"name", reader.key, "pose", "grid", "static_bodies", "packages",
                   "allow_missing_meshes", "strict"});
  if (const auto pose = item.find("pose")) frame.pose = pose->pose();
  PartPlacement placement;
  if (const auto bodies = item.find("static_bodies")) placement.static_models = bodies->boolean();
  const File& file = file_of(item, reader, frame.name + "_", scene);
  placement.surfaces = file.surfaces;
  placement.class_bits = file.class_bits;
  const std::vector<ModelSpec> copies = expand_grid(given, frame);
  limit_copies(given, copies.size(), file.contents.models.size());
  std::size_t added = 0;
  for (const ModelSpec& copy : copies) {
    placement.prefix = copy.name + "_";
    placement.pose = copy.pose;
    const Scene part = placed_part(file.contents, placement);
    added += part.models.size();
    append_part(part, item.line(), scene);
  }
  if (added == 0) warn_of_empty_item(item, scene);
}

}  // namespace cardan
