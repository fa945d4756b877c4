#pragma once

#include "replay.h"

namespace cardan::app {

/// replay in a child: a solver that crashes, ends the process or does not come back is the end of
/// that child alone, and Replay::ended tells it. limit: of time [s]; the solver is asked to end
/// (cancelled()) when it has passed, and has a second for it. Throws Error for an option that the
/// solver refuses.
Replay isolated_replay(const ProblemFile& file, const cardan_solver_desc& solver,
                       const ReplaySettings& settings, double limit);

}  // namespace cardan::app
