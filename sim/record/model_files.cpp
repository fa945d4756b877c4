#include "cardan/sim/record/model_files.h"

#include <filesystem>
#include <set>

#include "cardan/core/file_kind.h"
#include "cardan/dynamics/urdf/resolve_mesh.h"

namespace cardan {

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

void add_geometry(const GeometryRecord& geometry, std::vector<ModelFile>& files) {
  if (geometry.mesh_file.empty()) return;
  const char* what = geometry.kind == GeometryKind::kHeightfield ? "the heights" : "a mesh";
  files.push_back({geometry.mesh_file, what});
}

}  // namespace

std::vector<ModelFile> robot_files(const std::string& urdf, const UrdfOptions& options) {
  std::vector<ModelFile> files{{urdf, "the robot"}};
  for (const std::string& place : mesh_places(urdf, options))
    if (is_file(place)) files.push_back({place, "a mesh"});
  std::vector<std::string> srdf = srdf_places(urdf);
  if (!options.srdf_file.empty()) srdf = {options.srdf_file};
  for (const std::string& place : srdf)
    if (is_file(place)) files.push_back({place, "the SRDF file"});
  return files;
}

std::vector<ModelFile> model_files(const ModelSpec& model) {
  std::vector<ModelFile> files;
  if (!model.urdf.empty()) {
    UrdfOptions options;
    options.packages = model.packages;
    options.caller = UrdfCaller::kScene;
    files = robot_files(model.urdf, options);
  }
  if (model.geometry) add_geometry(*model.geometry, files);
  for (const CompoundPart& part : model.compound) add_geometry(part.geometry, files);
  return files;
}

}  // namespace cardan
