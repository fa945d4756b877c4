#include <filesystem>

#include "cardan/scene/mjcf_models_internal.h"
#include "cardan/scene/scene_internal.h"
#include "cardan/scene/scene_part_internal.h"

/// Items of `models` that name a file of another format.
namespace cardan {

namespace {

ModelFileOptions read_file_options(const SceneNode& item) {
  ModelFileOptions options;
  options.allow_outside = !item.is_confined();
  if (const auto missing = item.find("allow_missing_meshes"))
    options.allow_missing_meshes = missing->boolean();
  if (const auto strict = item.find("strict")) options.strict = strict->boolean();
  if (const auto packages = item.find("packages")) options.packages = read_packages(*packages);
  return options;
}

std::string cache_key(const std::string& reader, const std::string& path,
                      const ModelFileOptions& options) {
  std::string key = reader + "\n" + path + (options.allow_missing_meshes ? "\n1" : "\n0") +
                    (options.strict ? "1" : "0");
  for (const auto& [name, folder] : options.packages) {
    key += "\n" + name;
    key += "=" + folder;
  }
  return key;
}

// The world has its own values for what the file sets for its world.
void note_scene_rules(const Scene& contents, Scene& scene) {
  const auto note = [&](bool differs, const std::string& message) {
    if (differs) scene.diagnostics.push_back({Severity::kInfo, contents.file, 0, "", message});
  };
  const WorldSpec &own = contents.world, &world = scene.world;
  note(own.gravity != world.gravity, "the gravity of the scene acts");
  note(own.step != world.step, "the step of the scene is used");
  note(own.materials.rule != world.materials.rule, "the scene's rule combines surfaces");
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
  const SceneNode node = item.require(reader.key);
  const std::string path = node.path_relative_to_file();
  node.require_file(path);
  const ModelFileOptions options = read_file_options(item);
  const std::string key =
      cache_key(reader.key, std::filesystem::path(path).lexically_normal().string(), options);
  const auto known = files_.find(key);
  if (known != files_.end()) return known->second;
  File file;
  file.contents = reader.read(path, options);
  file.surfaces = mjcf::free_surface_prefix(scene.world.materials, prefix);
  file.class_bits = mjcf::free_class_bits(filter_classes(file.contents), taken_, item.where());
  for (std::size_t i = 1; i < file.class_bits.size(); ++i) taken_ |= file.class_bits[i];
  scene.diagnostics.insert(scene.diagnostics.end(), file.contents.diagnostics.begin(),
                           file.contents.diagnostics.end());
  note_scene_rules(file.contents, scene);
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
  for (const ModelSpec& copy : copies) {
    placement.prefix = copy.name + "_";
    placement.pose = copy.pose;
    append_part(placed_part(file.contents, placement), item.line(), scene);
  }
}

}  // namespace cardan
