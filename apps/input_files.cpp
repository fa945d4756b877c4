#include "input_files.h"

namespace cardan::app {

namespace {

void add_mesh(const GeometryRecord& geometry, const std::string& model,
              std::vector<NamedFile>& files) {
  if (!geometry.mesh_file.empty()) {
    files.push_back({geometry.mesh_file, "a mesh of model '" + model + "'"});
  }
}

}  // namespace

std::vector<NamedFile> input_files(const Scene& scene) {
  std::vector<NamedFile> files{{scene.file, "the scene"}};
  for (const ModelSpec& model : scene.models) {
    if (!model.urdf.empty()) files.push_back({model.urdf, "the robot '" + model.name + "'"});
    if (model.geometry) add_mesh(*model.geometry, model.name, files);
    for (const CompoundPart& part : model.compound) add_mesh(part.geometry, model.name, files);
  }
  for (const ExpectSpec& expect : scene.expect) {
    if (expect.kind == ExpectSpec::Kind::kGolden) {
      files.push_back({expect.golden, "a golden trajectory of the scene"});
    }
  }
  return files;
}

}  // namespace cardan::app
