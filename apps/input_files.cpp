#include "apps/input_files.h"

#include <set>

#include "cardan/model_spec.h"
#include "sim/record/model_files.h"

namespace cardan::app {

namespace {

void add_geometry(const GeometryRecord& geometry, const std::string& model,
                  std::vector<NamedFile>& files) {
  if (geometry.mesh_file.empty()) return;
  const char* what = geometry.kind == GeometryKind::kHeightfield ? "the heights" : "a mesh";
  files.push_back({geometry.mesh_file, std::string(what) + " of model '" + model + "'"});
}

UrdfOptions options_of(const ModelSpec& model) {
  UrdfOptions options;
  options.packages = model.packages;
  options.caller = UrdfCaller::kScene;
  return options;
}

// The robots of a grid share their files; each file is searched once.
void add_robots(const Scene& scene, std::vector<NamedFile>& files) {
  std::set<std::pair<std::string, std::map<std::string, std::string>>> known;
  for (const ModelSpec& model : scene.models) {
    if (model.urdf.empty() || !known.emplace(model.urdf, model.packages).second) continue;
    const std::vector<NamedFile> of_robot =
        robot_files(model.urdf, options_of(model), "the robot '" + model.name + "'");
    files.insert(files.end(), of_robot.begin(), of_robot.end());
  }
}

}  // namespace

std::vector<NamedFile> robot_files(const std::string& urdf, const UrdfOptions& options,
                                   const std::string& robot) {
  std::vector<NamedFile> files;
  for (const ModelFile& file : cardan::robot_files(urdf, options)) {
    const bool is_robot = file.path == urdf;
    files.push_back({file.path, is_robot ? robot : file.what + " of " + robot});
  }
  return files;
}

std::vector<NamedFile> input_files(const Scene& scene) {
  std::vector<NamedFile> files{{scene.file, "the scene"}};
  add_robots(scene, files);
  for (const std::string& file : scene.files) files.push_back({file, "a file of the scene"});
  for (const ModelSpec& model : scene.models) {
    if (model.geometry) add_geometry(*model.geometry, model.name, files);
    for (const CompoundPart& part : model.compound) add_geometry(part.geometry, model.name, files);
  }
  for (const ExpectSpec& expect : scene.expect) {
    if (expect.kind == ExpectSpec::Kind::kGolden) {
      files.push_back({expect.golden, "a golden trajectory of the scene"});
    }
  }
  return files;
}

}  // namespace cardan::app
