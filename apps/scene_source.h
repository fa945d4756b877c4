#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/scene.h"

namespace cardan::app {

/// Source of a scene. It is read once, so that the scene can be loaded several times.
class SceneSource {
 public:
  /// file: a scene; a robot (.urdf, .xml, .xacro), which is dropped on the ground; an MJCF file
  /// (.xml) or an SDF file (.sdf, .world, .xml), which is a complete scene; or "-", a scene on
  /// standard input, whose relative paths start in the current folder. Throws Error for a robot
  /// that cannot be loaded, and for an empty standard input. xacro_arguments: see robot_source.
  explicit SceneSource(const std::string& file,
                       const std::vector<std::string>& xacro_arguments = {});

  /// Throws Error as load_scene does, and for overrides of an MJCF or SDF file.
  Scene load(const std::vector<SceneOverride>& overrides) const;

 private:
  std::string file_;
  std::optional<std::string> text_;  ///< none: the file is read by load()
  bool is_mjcf_ = false, is_sdf_ = false;
  std::string folder_;  ///< folder to which paths in the text are relative
};

}  // namespace cardan::app
