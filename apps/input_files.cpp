#include "input_files.h"

#include <tinyxml2.h>

#include <filesystem>
#include <set>

#include "cardan/core/read_file.h"
#include "cardan/dynamics/urdf/reader.h"
#include "cardan/dynamics/urdf/resolve_mesh.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

fs::path folder_of(const std::string& file) {
  const fs::path parent = fs::path(file).parent_path();
  return parent.empty() ? "." : parent;
}

// MuJoCo's folder of meshes, which the description of a robot does not hold.
std::string mesh_directory(const std::string& urdf) {
  const FileContents contents = try_read_file(urdf);
  tinyxml2::XMLDocument document;
  document.Parse(contents.bytes.data(), contents.bytes.size());
  const auto child = [](const tinyxml2::XMLElement* element, const char* tag) {
    return element != nullptr ? element->FirstChildElement(tag) : nullptr;
  };
  const auto* compiler = child(child(document.FirstChildElement("robot"), "mujoco"), "compiler");
  const char* directory = compiler != nullptr ? compiler->Attribute("meshdir") : nullptr;
  return directory != nullptr ? directory : "";
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

// The places that a mesh is looked for in, whatever file of them the reader takes.
std::set<std::string> mesh_places(const std::string& urdf, const UrdfOptions& options) {
  UrdfOptions text_alone = options;
  text_alone.find_files = false;
  std::set<std::string> places;
  const std::set<std::string> uris = mesh_uris(inspect_urdf(urdf, text_alone));
  if (uris.empty()) return places;
  MeshSearch search;
  search.directory = folder_of(urdf).string();
  search.packages = options.packages;
  search.mesh_directory = mesh_directory(urdf);
  search.scope = FileScope();  // without a folder: the search goes on to its end
  for (const std::string& uri : uris) {
    const std::vector<std::string> tried = resolve_mesh(uri, search).tried;
    places.insert(tried.begin(), tried.end());
  }
  return places;
}

std::vector<std::string> srdf_places(const std::string& urdf, const UrdfOptions& options) {
  if (!options.srdf_file.empty()) return {options.srdf_file};
  const std::string name = fs::path(urdf).stem().string() + ".srdf";
  const fs::path folder = folder_of(urdf);
  return {(folder / name).string(), (folder / ".." / "srdf" / name).string()};
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

// The robots of a grid have the same files: each is looked for once.
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
  for (const std::string& place : srdf_places(urdf, options)) {
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
