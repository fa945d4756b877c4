#pragma once

#include <functional>
#include <map>
#include <string>

namespace cardan {

struct Scene;

/// How an item of `models` asks for its file.
struct ModelFileOptions {
  bool allow_outside = false;                   ///< SceneOptions::allow_outside
  bool allow_missing_meshes = false;            ///< key of the item
  bool strict = false;                          ///< key of the item
  std::map<std::string, std::string> packages;  ///< name → folder
};

/// Reader of a format that libcardan does not read. With it, a scene has models {name: NAME, KEY:
/// FILE}. The component `sdf` has one (cardan/sdf/sdf_scene.h).
struct ModelFileReader {
  std::string key;  ///< "sdf"
  /// Returns the file as a scene of its own, with models that stand still at the start, loops,
  /// ignored pairs, sensors, materials, files and findings. Throws Error for a rejected file.
  /// Several threads may call this function.
  std::function<Scene(const std::string& file, const ModelFileOptions& options)> read;
};

}  // namespace cardan
