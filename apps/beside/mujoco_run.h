#pragma once

#include "apps/beside/motion.h"

namespace cardan::app {

/// Throws Error if the command was built without libmujoco.
void require_mujoco();

/// Computes the motion with libmujoco, using the settings in the file and the time step of
/// `motion`. Call it in a child process, because an error in MuJoCo ends the process. Throws Error
/// for a file that MuJoCo rejects.
EngineTrack run_mujoco(const Motion& motion);

}  // namespace cardan::app
