#include "sim/record/model_files.h"

#include <filesystem>
#include <set>

#include "cardan/model_spec.h"
#include "core/file_kind.h"
#include "dynamics/urdf/resolve_mesh.h"

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

UrdfOptions without_files(UrdfOptions options) {
  options.find_files = false;
  return options;
}

// Lists the meshes at all candidate places, because any of them may be the one that the reader
// uses.
std::vector<ModelFile> mesh_files(const RobotDescription& robot, const std::string& folder,
                                  const UrdfOptions& options) {
  MeshSearch search;
  search.directory = folder;
  search.packages = options.packages;
  search.mesh_directory = robot.mesh_directory;
  search.scope = FileScope();  // without a folder: all candidates are listed
  std::set<std::string> places;
  for (const std::string& uri : mesh_uris(robot)) {
    const std::vector<std::string> tried = resolve_mesh(uri, search).tried;
    places.insert(tried.begin(), tried.end());
  }
  std::vector<ModelFile> files;
  for (const std::string& place : places)
    if (is_file(place)) files.push_back({place, "a mesh"});
  return files;
}

void add_geometry(const GeometryRecord& geometry, std::vector<ModelFile>& files) {
  if (geometry.mesh_file.empty()) return;
  const char* what = geometry.kind == GeometryKind::kHeightfield ? "the heights" : "a mesh";
  files.push_back({geometry.mesh_file, what});
}

}  // namespace

std::vector<ModelFile> robot_files(const std::string& urdf, const UrdfOptions& options) {
  std::vector<ModelFile> files{{urdf, "the robot"}};
  for (ModelFile& mesh :
       mesh_files(inspect_urdf(urdf, without_files(options)), folder_of(urdf).string(), options))
    files.push_back(std::move(mesh));
  std::vector<std::string> srdf = srdf_places(urdf);
  if (!options.srdf_file.empty()) srdf = {options.srdf_file};
  for (const std::string& place : srdf)
    if (is_file(place)) files.push_back({place, "the SRDF file"});
  return files;
}

std::vector<ModelFile> model_files(const ModelSpec& model) {
  std::vector<ModelFile> files;
  UrdfOptions options;
  options.packages = model.packages;
  options.caller = UrdfCaller::kScene;
  if (model.urdf_text) {
    files = mesh_files(inspect_urdf_text(*model.urdf_text, "<text>", without_files(options)),
                       model.urdf_folder, options);
  } else if (!model.urdf.empty()) {
    files = robot_files(model.urdf, options);
  }
  if (model.geometry) add_geometry(*model.geometry, files);
  for (const CompoundPart& part : model.compound) add_geometry(part.geometry, files);
  return files;
}

}  // namespace cardan
