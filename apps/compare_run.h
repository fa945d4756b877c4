#pragma once

#include "cardan/scene/scene.h"
#include "compare_pairs.h"
#include "compare_table.h"

namespace cardan::app {

/// Limits of one run of a comparison [s].
struct RunLimits {
  double clock;    ///< wall-clock time of the steps; a slower run stops early
  double process;  ///< wall-clock time of the process; it is killed afterwards
};

/// Runs a scene with one pair in a child process. The other runs continue if the world rejects the
/// pair (a material that the formulation does not take) or if a solver ends its process; the
/// outcome says so.
Outcome isolated_run(Scene scene, const RunLimits& limits, const ComparedPair& pair);

}  // namespace cardan::app
