#pragma once

#include <string>
#include <vector>

#include "cardan/scene.h"

namespace cardan::app {

/// Settings of the command line for a scene. Empty or negative: the value of the scene.
struct SceneRequest {
  std::string file, solver, formulation;  ///< file: a scene, a robot, or "-" (SceneSource)
  double step = 0, duration = -1;         ///< [s]
  int threads = 1;
  std::vector<std::string> plugins;
  std::vector<std::string> set;              ///< PATH=VALUE
  std::vector<std::string> xacro_arguments;  ///< NAME:=VALUE
};

/// Loads the scene with the settings. `--set contact.solver.OPTION` applies to the solver named on
/// the command line, if any. notes: changes beyond the request. Throws Error for unknown names, and
/// for an option of a solver that is replaced by another.
Scene load_scene_as_asked(const SceneRequest& request, std::vector<std::string>& notes);

}  // namespace cardan::app
