#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/regress/options.h"

namespace cardan::app {

/// A scene with its runs, or the reason why there are none.
struct PlannedScene {
  std::optional<Scene> scene;  ///< none: unreadable
  SweepPlan plan;              ///< for an unreadable scene, `skipped` contains its error
};

/// Reads and plans the files that the options select. An unreadable scene does not stop the others;
/// it is selected unless its name or tags are readable and do not match. Throws Error for invalid
/// plugins, unknown solvers, two scenes with the same name and, unless an empty selection is
/// allowed, if nothing is selected.
std::vector<PlannedScene> plan_scenes(const RegressOptions& options,
                                      const std::vector<std::string>& files);

}  // namespace cardan::app
