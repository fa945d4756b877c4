#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/scene.h"

namespace cardan {

/// A scene file that is read once for many scenes with different overrides. A later change of the
/// file has no effect.
class CARDAN_API SceneFile {
 public:
  /// Reads a file. Throws Error if the file cannot be read or is not a single YAML map.
  explicit SceneFile(const std::string& file, const SceneOptions& options = {});
  ~SceneFile();
  SceneFile(const SceneFile&) = delete;
  SceneFile& operator=(const SceneFile&) = delete;

  /// Makes the scene with the given overrides, as load_scene does. Several threads may call this
  /// function.
  Scene with(const std::vector<SceneOverride>& overrides) const;

 private:
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace cardan
