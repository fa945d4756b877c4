#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/regress/case_result.h"
#include "apps/regress/planned_scenes.h"

namespace cardan::app {

/// Keeps the runs of scenes that have golden trajectories; the plans of other scenes become empty.
void keep_golden_scenes(std::vector<PlannedScene>& scenes);

/// Recorded series of the runs, and the golden files that they change.
struct Blessing {
  std::map<std::string, std::string> changed;  ///< file → its new text
  bool good = true;  ///< false: a run is unusable, and no file may be written
};

/// Prints the changes to the golden files, and the unusable runs: incomplete runs, and runs with
/// non-finite numbers, an island without an answer, or another failed expectation. Throws Error if
/// two scenes share a file.
Blessing compare_with_golden(const std::vector<CaseResult>& results);

/// Writes the changed files, each completely or not at all; missing folders are created. Throws
/// Error, before writing anything, if a file is not writable.
void write_golden(const Blessing& blessing);

}  // namespace cardan::app
