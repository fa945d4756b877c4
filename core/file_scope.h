#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cardan/export.h"

namespace cardan {

/// The folders that may contain the files to which a scene or a robot refers. Scene and robot files
/// may come from an untrusted source, so paths such as ../../../etc/passwd must be rejected.
/// Symbolic links are resolved before a path is compared.
class CARDAN_API FileScope {
 public:
  /// Allows everything below the folder. Ignores folders that also hold files of other users: the
  /// root of the file system, the folders directly below it, and $HOME itself.
  void add(const std::string& folder);

  /// Allows the project that contains the file: everything below the file's folder, and everything
  /// below the nearest parent folder that holds .git, .hg, package.xml, CMakeLists.txt or
  /// pyproject.toml (the nearest one for each of these names). For a symbolic link, both the
  /// project of the link and the project of its target are allowed.
  void add_project_of(const std::string& file);

  /// True if the path is within one of the folders after links are resolved.
  bool allows(const std::string& path) const;

  /// The folders within which files may be read.
  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  std::vector<std::filesystem::path> folders_;  // absolute, symbolic links resolved
};

/// True if the environment variable CARDAN_ALLOW_OUTSIDE is set and not empty. File scopes are then
/// not checked.
CARDAN_API bool outside_is_allowed();

}  // namespace cardan
