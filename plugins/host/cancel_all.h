#pragma once

#include <atomic>

#include "cardan/core/export.h"

namespace cardan {

/// Sets a flag. When it becomes true, every solver of the process is asked to stop (cancelled() of
/// the ABI), as with ContactSolver::cancel_when. Intended for programs with a time limit. nullptr
/// removes the flag. [setup]
CARDAN_API void cancel_all_solvers_when(const std::atomic<bool>* flag);

/// True if the flag given to cancel_all_solvers_when is set.
bool all_solvers_are_cancelled();

}  // namespace cardan
