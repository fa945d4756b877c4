#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/core/file_scope.h"

namespace cardan {

/// Where meshes are looked for.
struct MeshSearch {
  std::string directory;                        ///< of the URDF file
  std::map<std::string, std::string> packages;  ///< package name → directory
  std::string mesh_directory;                   ///< of <mujoco><compiler meshdir>, "" if none
  std::optional<FileScope> scope;               ///< where meshes may lie, beside packages
};

struct MeshLocation {
  std::string path;                ///< "" if not found
  std::vector<std::string> tried;  ///< every path looked at, in order
  std::string outside;             ///< a mesh that is there and not in the scope, "" if none
  /// Where the name alone does not lead to the mesh and a search found it: the folder that it was
  /// found under and, if that was taken for a package, the package. Else "".
  std::string guessed_folder, guessed_package;
};

/// Finds the file of a mesh URI: package://NAME/rest (also package:///NAME/rest),
/// model://NAME/rest, file:///path, absolute and relative paths, %20 decoded if the literal name is
/// not there. Packages: the map, then folders of that name walking up from the URDF, then folders
/// walking up that hold a package.xml, then the folder's parents as the package itself, then
/// ROS_PACKAGE_PATH. A path that `..` leads out of a package is not in it. A file:// path of
/// another machine is tried by its tails.
CARDAN_API MeshLocation resolve_mesh(const std::string& uri, const MeshSearch& search);

}  // namespace cardan
