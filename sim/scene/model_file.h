#pragma once

#include <functional>
#include <map>
#include <string>

namespace cardan {

struct Scene;

/// Options that a scene passes to the reader of a model file.
struct ModelFileOptions {
  bool allow_outside = false;                   ///< SceneOptions::allow_outside
  bool allow_missing_meshes = false;            ///< value of the key of the same name
  bool strict = false;                          ///< value of the key of the same name
  std::map<std::string, std::string> packages;  ///< folder of each package, by name
};

/// A reader of a file format that libcardan does not read. It permits models {name: NAME, KEY:
/// FILE} in a scene. The component `sdf` provides the reader of SDF files (cardan/sdf/sdf_scene.h).
struct ModelFileReader {
  std::string key;  ///< key of a model that names such a file, for example "sdf"
  /// Returns the contents of the file as a scene: models that are at rest at the start, loops,
  /// ignored pairs, sensors, materials, files and findings. Throws Error if the file is rejected.
  /// Several threads may call this function at once.
  std::function<Scene(const std::string& file, const ModelFileOptions& options)> read;
};

}  // namespace cardan
