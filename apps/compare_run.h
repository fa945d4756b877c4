#pragma once

#include "cardan/scene/scene.h"
#include "compare_pairs.h"
#include "compare_table.h"

namespace cardan::app {

/// Limits of one run of a comparison [s].
struct RunLimits {
  double clock;    ///< of its steps: a run that is slower ends early
  double process;  ///< of its process: a run that does not come back is ended
};

/// Runs a scene with one pair in a child. A pair that the world refuses (a material the formulation
/// does not take) and a solver that ends its process do not stop the other runs: the outcome tells.
Outcome isolated_run(Scene scene, const RunLimits& limits, const ComparedPair& pair);

}  // namespace cardan::app
