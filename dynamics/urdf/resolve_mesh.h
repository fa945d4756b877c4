#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "core/file_scope.h"

namespace cardan {

/// The places in which meshes are searched for.
struct MeshSearch {
  std::string directory;                        ///< directory of the URDF file
  std::map<std::string, std::string> packages;  ///< directory of each package, by name
  std::string mesh_directory;      ///< folder from <mujoco><compiler meshdir>, "" if none
  std::optional<FileScope> scope;  ///< where meshes may be located, in addition to the
                                   ///< packages
};

/// Result of resolve_mesh.
struct MeshLocation {
  std::string path;                ///< path of the mesh; "" if not found
  std::vector<std::string> tried;  ///< every path that was tried, in order
  std::string outside;  ///< path of an existing mesh outside the scope, "" if there is none
  /// If the mesh was found only by a search, the folder in which it was found and, if that folder
  /// was taken for a package, the name of the package. Otherwise "".
  std::string guessed_folder, guessed_package;
};

/// Finds the file of a mesh URI: package://NAME/rest (also package:///NAME/rest),
/// model://NAME/rest, file:///path, absolute and relative paths. %20 is decoded if the literal name
/// does not exist.
///
/// A package is searched for in this order: in `packages`; in folders of that name, going up from
/// the URDF file; in parent folders that contain a package.xml; in every parent folder of the URDF
/// file, taken as the package itself; in ROS_PACKAGE_PATH. A path that leaves its package through
/// `..` is not accepted. For a file:// path from another machine, the trailing parts of the path
/// are tried.
CARDAN_API MeshLocation resolve_mesh(const std::string& uri, const MeshSearch& search);

}  // namespace cardan
