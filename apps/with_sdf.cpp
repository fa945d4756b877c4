#include "apps/sdf_file.h"
#include "cardan/model_spec.h"
#include "cardan/sdf.h"

namespace cardan::app {

Scene load_sdf_scene(const std::string& file) { return load_sdf(file); }

Scene inspect_sdf_scene(const std::string& file, const SdfRequest& request) {
  SdfOptions options;
  options.allow_missing_meshes = request.allow_missing_meshes;
  options.models = request.models;
  return inspect_sdf(file, options);
}

SceneOptions scene_options() {
  SceneOptions options;
  options.readers.push_back(sdf_reader());
  return options;
}

std::string sdf_text(const RobotModel& robot, const std::string& folder,
                     std::vector<Diagnostic>& losses) {
  WrittenSdf written = write_sdf(robot, folder);
  losses.insert(losses.end(), written.losses.begin(), written.losses.end());
  return std::move(written.text);
}

}  // namespace cardan::app
