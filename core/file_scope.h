#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// The folders below which the files have to lie that a scene or a robot names: whoever wrote it
/// may be a stranger, and a path such as ../../../etc/passwd is none of its business. Links are
/// followed before a path is compared.
class CARDAN_API FileScope {
 public:
  /// Everything below the folder. A folder that holds other people's files is passed over: the root
  /// of the file system, those directly below it, and $HOME itself.
  void add(const std::string& folder);

  /// The project that a file is part of: everything below its folder, and below the nearest folder
  /// above it that holds .git, .hg, package.xml, CMakeLists.txt or pyproject.toml (of each the
  /// nearest). A file that is a link is part of two projects.
  void add_project_of(const std::string& file);

  bool allows(const std::string& path) const;

  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  std::vector<std::filesystem::path> folders_;  // absolute, links followed
};

/// CARDAN_ALLOW_OUTSIDE stands in the environment and is not empty: no scope is looked at.
CARDAN_API bool outside_is_allowed();

}  // namespace cardan
