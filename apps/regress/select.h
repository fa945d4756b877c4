#pragma once

#include <string>
#include <vector>

/// Which scenes a call of `cardan regress` is about.
namespace cardan::app {

/// What the command line asks of a scene. Empty lists ask nothing.
struct SceneFilter {
  std::vector<std::string> tags;      ///< it has one of them
  std::vector<std::string> not_tags;  ///< it has none of them
  std::vector<std::string> names;     ///< its name fits one of these patterns of the shell: box_*

  bool takes(const std::string& name, const std::vector<std::string>& scene_tags) const;
};

/// The scene files that the paths name: a file stands for itself; a folder for what lies in it and
/// its folders, names that begin with a dot left out, as .yaml or .yml with a line that begins with
/// `cardan:`. Sorted, each once. Throws Error for a path that is not there and for a folder without
/// scenes.
std::vector<std::string> find_scenes(const std::vector<std::string>& paths);

}  // namespace cardan::app
