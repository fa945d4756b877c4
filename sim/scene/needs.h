#pragma once

#include <string>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Folders and files that a scene lists under `needs` and that are not there: a scene of a robot
/// that stands beside the checkout on some machines alone is skipped by name where this is not
/// empty, and refused by load_scene. Throws Error where the file is no scene.
CARDAN_API std::vector<std::string> missing_needs(const std::string& file);

/// The head of a scene, which can be read whether or not the rest of it can.
struct SceneHead {
  bool is_scene = false;  ///< the map of the file has the key `cardan`; false: the rest is empty
  std::string name;       ///< as Scene::name
  std::vector<std::string> tags;
  std::vector<std::string> missing;  ///< as missing_needs
};

/// Throws Error: unreadable, not YAML, no map, or a name, tags or needs of another form.
CARDAN_API SceneHead read_scene_head(const std::string& file);

}  // namespace cardan
