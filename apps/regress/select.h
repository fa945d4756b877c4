#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Selection of scenes for `cardan regress`.
namespace cardan::app {

/// Conditions of the command line on a scene. Empty lists match all.
struct SceneFilter {
  std::vector<std::string> tags;      ///< the scene has at least one
  std::vector<std::string> not_tags;  ///< the scene has none
  std::vector<std::string> names;  ///< shell patterns such as box_*; the name matches at least one

  bool takes(const std::string& name, const std::vector<std::string>& scene_tags) const;
};

/// Scenes found under the given paths. The two lists are sorted and contain each file once.
struct FoundScenes {
  std::vector<std::string> scenes;   ///< scenes, and files that may be scenes
  std::vector<std::string> ignored;  ///< YAML files found in folders, without the key `cardan`
};

/// Finds scenes. A path to a file gives that file; a folder gives all .yaml and .yml files in it
/// and its subfolders, except hidden ones. Only a YAML map without the key `cardan` is ignored. An
/// empty, invalid or unreadable file counts as a scene, so that its reader reports the error.
/// Throws Error for a missing path and for a folder without scenes.
FoundScenes find_scenes(const std::vector<std::string>& paths);

/// Canonical path without links and dots, for comparing two names of a file. Never throws for a
/// missing path.
std::filesystem::path true_path(const std::string& file);

}  // namespace cardan::app
