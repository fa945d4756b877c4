#include "input_files.h"

#include <filesystem>
#include <set>

#include "cardan/dynamics/urdf/reader.h"
#include "cardan/dynamics/urdf/resolve_mesh.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

fs::path folder_of(const std::string& file) {
  const fs::path parent = fs::path(file).parent_path();
  return parent.empty() ? "." : parent;
}

std::set<std::string> mesh_uris(const RobotDescription& robot) {
  std::set<std::string> uris;
  for (const LinkRecord& link : robot.links) {
    for (const ShapeRecord& shape : link.collisions) uris.insert(shape.mesh_uri);
    for (const ShapeRecord& shape : link.visuals) uris.insert(shape.mesh_uri);
  }
  uris.erase("");
  return uris;
}

// All candidate places of a mesh, whichever of them the reader uses.
std::set<std::string> mesh_places(const std::string& urdf, const UrdfOptions& options) {
  UrdfOptions text_alone = options;
  text_alone.find_files = false;
  const RobotDescription robot = inspect_urdf(urdf, text_alone);
  MeshSearch search;
  search.directory = folder_of(urdf).string();
  search.packages = options.packages;
  search.mesh_directory = robot.mesh_directory;
  search.scope = FileScope();  // without a folder: all candidates are listed
  std::set<std::string> places;
  for (const std::string& uri : mesh_uris(robot)) {
    const std::vector<std::string> tried = resolve_mesh(uri, search).tried;
    places.insert(tried.begin(), tried.end());
  }
  return places;
}

bool is_file(const std::string& path) {
  std::error_code unreachable;
  return fs::is_regular_file(path, unreachable);
}

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
  std::vector<NamedFile> files{{urdf, robot}};
  for (const std::string& place : mesh_places(urdf, options)) {
    if (is_file(place)) files.push_back({place, "a mesh of " + robot});
  }
  std::vector<std::string> srdf = srdf_places(urdf);
  if (!options.srdf_file.empty()) srdf = {options.srdf_file};
  for (const std::string& place : srdf) {
    if (is_file(place)) files.push_back({place, "the SRDF file of " + robot});
  }
  return files;
}

std::vector<NamedFile> input_files(const Scene& scene) {
  std::vector<NamedFile> files{{scene.file, "the scene"}};
  add_robots(scene, files);
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
