#include <algorithm>

#include "cardan/mjcf_description.h"
#include "cardan/model_spec.h"
#include "sim/scene/file_item.h"
#include "sim/scene/mjcf_models.h"
#include "sim/scene/mjcf_to_scene.h"
#include "sim/scene/scene_part.h"
#include "sim/scene/scene_reader.h"

/// Items of `models` that name an MJCF file.
namespace cardan {

namespace {

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

bool MjcfItems::is_one(const SceneNode& item) { return item.is_map() && item.find("mjcf"); }

const MjcfItems::File& MjcfItems::file_of(const SceneNode& item, const std::string& prefix,
                                          const Scene& scene, bool& is_new) {
  const FileItem file_item(item, "mjcf");
  const std::string key = file_item.identity();
  const auto known = files_.find(key);
  is_new = known == files_.end();
  if (!is_new) return known->second;
  File file;
  file.description = file_item.read(MjcfOptions{}, read_mjcf);
  file.surfaces = mjcf::free_surface_prefix(scene.world.materials, prefix);
  file.class_bits =
      mjcf::free_class_bits(mjcf::filter_classes(file.description), taken_, item.where());
  for (std::size_t i = 1; i < file.class_bits.size(); ++i) taken_ |= file.class_bits[i];
  return files_.emplace(key, std::move(file)).first->second;
}

void MjcfItems::read(const SceneNode& given, Scene& scene) {
  ModelSpec frame;
  frame.name = read_model_name(given);
  const SceneNode item = given.renamed("model '" + frame.name + "'");
  item.allow_keys(
      {"name", "mjcf", "pose", "grid", "q", "static_bodies", "allow_missing_meshes", "strict"});
  if (const auto pose = item.find("pose")) frame.pose = pose->pose();
  mjcf::ScenePlacement placement;
  const auto keyframe = item.find("q");
  if (keyframe) placement.keyframe = keyframe->word();
  if (const auto bodies = item.find("static_bodies")) placement.static_bodies = bodies->boolean();
  bool is_new = false;
  const File& file = file_of(item, frame.name + "_", scene, is_new);
  if (keyframe) {
    const std::vector<std::string> known = mjcf::keyframe_names(file.description);
    if (known.empty()) keyframe->fail("the file has no keyframe with a qpos", "remove the key");
    if (std::find(known.begin(), known.end(), placement.keyframe) == known.end())
      keyframe->fail_unknown("keyframe", placement.keyframe, known);
  }
  placement.surfaces = file.surfaces;
  placement.class_bits = file.class_bits;
  const std::vector<ModelSpec> copies = expand_grid(given, frame);
  std::size_t added = 0;
  for (const ModelSpec& copy : copies) {
    placement.prefix = copy.name + "_";
    placement.pose = copy.pose;
    Scene part = mjcf::placed_scene(file.description, placement);
    limit_copies(given, copies.size(), part.models.size());
    added += part.models.size();
    append_part(part, item.line(), scene);
    if (!is_new) continue;
    is_new = false;
    scene.world.materials.named.merge(part.world.materials.named);
    append(scene.world.materials.pairs, part.world.materials.pairs);
    mjcf::note_scene_rules(file.description, scene.world, part);
    append(scene.diagnostics, part.diagnostics);
  }
  if (added == 0) warn_of_empty_item(item, scene);
}

}  // namespace cardan
