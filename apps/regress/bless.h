#pragma once

#include <vector>

#include "case_result.h"
#include "planned_scenes.h"

namespace cardan::app {

/// The scenes that have golden trajectories; the plan of the others becomes empty.
void keep_golden_scenes(std::vector<PlannedScene>& scenes);

/// Prints what the recorded trajectories change and, unless it is a dry run, writes them, each
/// whole or not at all. Nothing is written where one of the runs came to no end or to numbers that
/// are not finite. Throws Error: two scenes with one file, a file that cannot be written. False:
/// nothing written for the sake of a run.
bool bless(const std::vector<CaseResult>& results, bool dry_run);

}  // namespace cardan::app
