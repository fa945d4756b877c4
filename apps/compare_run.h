#pragma once

#include "apps/compare_pairs.h"
#include "apps/compare_table.h"
#include "cardan/scene.h"

namespace cardan::app {

/// Limits of one run of a comparison [s].
struct RunLimits {
  double clock;    ///< wall-clock time of the steps; a slower run stops early
  double process;  ///< wall-clock time after which the process is killed
};

/// Maximum size of the replay that a run hands over [bytes]. Frames are left out to stay within it.
inline constexpr std::size_t kReplayBytes = std::size_t{64} << 20;

/// Runs a scene with one pair in a child process. If the world rejects the pair (for example
/// because the formulation does not support a material) or a solver ends its process, the outcome
/// records it, and the other runs continue. replay_rate: frames per second of simulated time in the
/// replay of the outcome; 0: no replay.
Outcome isolated_run(Scene scene, const RunLimits& limits, const ComparedPair& pair,
                     double replay_rate);

}  // namespace cardan::app
