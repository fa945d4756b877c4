#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Which scenes a call of `cardan regress` is about.
namespace cardan::app {

/// Conditions of the command line on a scene. Empty lists ask nothing.
struct SceneFilter {
  std::vector<std::string> tags;      ///< it has one of them
  std::vector<std::string> not_tags;  ///< it has none of them
  std::vector<std::string> names;     ///< its name fits one of these patterns of the shell: box_*

  bool takes(const std::string& name, const std::vector<std::string>& scene_tags) const;
};

/// The scenes that the paths of a call lead to. Both lists sorted, each file once.
struct FoundScenes {
  std::vector<std::string> scenes;   ///< scenes, and files that cannot be told from one
  std::vector<std::string> ignored;  ///< YAML in folders without the key `cardan`
};

/// A file stands for itself; a folder for the .yaml and .yml files in it and its folders, names
/// that begin with a dot left out. Only a YAML map without the key `cardan` is ignored: a
/// file that is empty, no YAML or unreadable counts as a scene, and its reader says why it is
/// none. Throws Error for a path that is not there and for a folder without scenes.
FoundScenes find_scenes(const std::vector<std::string>& paths);

/// The path without links and dots, by which two names of one file are known. Never throws for a
/// path that leads nowhere.
std::filesystem::path true_path(const std::string& file);

}  // namespace cardan::app
