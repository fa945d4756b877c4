#include "cardan/sdf/sdf_scene.h"
#include "sdf_file.h"

namespace cardan::app {

Scene load_sdf_scene(const std::string& file) { return load_sdf(file); }

Scene inspect_sdf_scene(const std::string& file, const SdfRequest& request) {
  SdfOptions options;
  options.allow_missing_meshes = request.allow_missing_meshes;
  options.models = request.models;
  return inspect_sdf(file, options);
}

}  // namespace cardan::app
