#pragma once

#include "cardan/scene/scene.h"
#include "compare_pairs.h"
#include "compare_table.h"

namespace cardan::app {

/// Limits of one run of a comparison [s].
struct RunLimits {
  double clock;    ///< wall-clock time of the steps; a slower run stops early
  double process;  ///< wall-clock time after which the process is killed
};

/// Runs a scene with one pair in a child process. If the world rejects the pair (for example
/// because the formulation does not support a material) or a solver ends its process, the outcome
/// records it, and the other runs continue.
Outcome isolated_run(Scene scene, const RunLimits& limits, const ComparedPair& pair);

}  // namespace cardan::app
