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

/// Reads and plans those of the files that the options select. A scene that cannot be read does not
/// stop the others, and is selected unless its name or tags can be read and do not fit. Throws
/// Error for wrong plugins, unknown solvers, two scenes of one name, and, unless an empty selection
/// is allowed, where nothing is selected.
std::vector<PlannedScene> plan_scenes(const RegressOptions& options,
                                      const std::vector<std::string>& files);

}  // namespace cardan::app
