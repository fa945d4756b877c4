#pragma once

#include <string>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Returns the missing folders and files that a scene lists under `needs`, such as robot files
/// outside the repository. If any are missing, regression runs skip the scene and report its name,
/// and load_scene rejects it. Throws Error if the file is not a scene.
CARDAN_API std::vector<std::string> missing_needs(const std::string& file);

/// Head of a scene, which can be read even if the rest of the file is invalid.
struct SceneHead {
  /// True if the file is a map with the key `cardan`. If false, the other members are empty.
  bool is_scene = false;
  std::string name;  ///< name of the scene, as in Scene::name
  std::vector<std::string> tags;
  std::vector<std::string> missing;  ///< result of missing_needs for the scene
};

/// Reads the head of a scene. Throws Error if the file is unreadable, not YAML or not a map, or has
/// an invalid name, tag or `needs`.
CARDAN_API SceneHead read_scene_head(const std::string& file);

}  // namespace cardan
