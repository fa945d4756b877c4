#pragma once

#include <string>
#include <vector>

#include "cardan/scene/scene.h"

namespace cardan::app {

/// Settings of a command line over a scene. Empty or below 0: the scene's own.
struct SceneRequest {
  std::string file, solver, formulation;
  double step = 0, duration = -1;  ///< [s]
  int threads = 1;
  std::vector<std::string> plugins;
  std::vector<std::string> set;  ///< PATH=VALUE
};

/// The scene as it is asked for. `--set contact.solver.OPTION` is of the solver that the command
/// line names, where it names one. notes: what changed beyond what was named. Throws Error for
/// unknown names, and for an option of a solver that another one replaces.
Scene load_scene_as_asked(const SceneRequest& request, std::vector<std::string>& notes);

}  // namespace cardan::app
