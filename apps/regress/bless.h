#pragma once

#include <map>
#include <string>
#include <vector>

#include "case_result.h"
#include "planned_scenes.h"

namespace cardan::app {

/// The scenes that have golden trajectories; the plan of the others becomes empty.
void keep_golden_scenes(std::vector<PlannedScene>& scenes);

/// The recorded series of the runs, and the golden files that they change.
struct Blessing {
  std::map<std::string, std::string> changed;  ///< file → its new text
  bool good = true;  ///< false: one of the runs is nothing to go by, and no file may be written
};

/// Prints what the recorded trajectories change, and which runs are nothing to go by: those that
/// came to no end or to numbers that are not finite, that had an island without an answer, or where
/// another expectation did not hold. Throws Error: two scenes with one file.
Blessing compare_with_golden(const std::vector<CaseResult>& results);

/// Writes the changed files, each whole or not at all, into folders made where they are missing.
/// Throws Error before the first is written where one cannot be.
void write_golden(const Blessing& blessing);

}  // namespace cardan::app
