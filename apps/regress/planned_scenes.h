#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options.h"

namespace cardan::app {

/// A scene with its runs, or the reason why there are none.
struct PlannedScene {
  std::optional<Scene> scene;  ///< none: it could not be read
  SweepPlan plan;              ///< a scene that could not be read: its error stands in `skipped`
};

/// Reads and plans what the options select. A scene that cannot be read does not stop the others.
/// Throws Error for wrong paths, plugins, unknown solvers, and where nothing is selected.
std::vector<PlannedScene> plan_scenes(const RegressOptions& options);

}  // namespace cardan::app
