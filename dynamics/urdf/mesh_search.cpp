#include "dynamics/urdf/mesh_search.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace cardan {

namespace {

namespace fs = std::filesystem;

// Where meshes of a robot may be located by default.
FileScope scope_of(const std::string& file, const std::string& directory) {
  FileScope scope;
  scope.add_project_of((fs::path(directory) / fs::path(file).filename()).string());
  scope.add((fs::path(directory) / "..").string());
  for (const char* variable : {"ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"}) {
    const char* value = std::getenv(variable);
    std::stringstream folders(value != nullptr ? value : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (!folder.empty()) scope.add(folder);
    }
  }
  return scope;
}

}  // namespace

MeshSearch mesh_search(const RobotDescription& robot, const UrdfOptions& options) {
  MeshSearch search;
  search.directory = options.directory;
  if (search.directory.empty()) search.directory = fs::path(robot.file).parent_path().string();
  if (search.directory.empty()) search.directory = ".";
  search.packages = options.packages;
  search.mesh_directory = robot.mesh_directory;
  if (!options.allow_outside && !outside_is_allowed())
    search.scope = scope_of(robot.file, search.directory);
  return search;
}

}  // namespace cardan
