#pragma once

#include "cardan/replay_problem.h"

namespace cardan::app {

/// Runs replay in a child process. If a solver crashes, exits or hangs, only the child ends, and
/// ProblemReplay::ended describes how. limit [s]: when this time has passed, the solver is asked to
/// stop (cancelled()) and has one more second to do so. Throws Error for an option that the solver
/// rejects.
ProblemReplay isolated_replay(const ProblemFile& file, const cardan_solver_desc& solver,
                              const ProblemReplaySettings& settings, double limit);

}  // namespace cardan::app
