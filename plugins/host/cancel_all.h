#pragma once

#include <atomic>

#include "cardan/core/export.h"

namespace cardan {

/// Every solver of the process is told to end (cancelled() of the ABI) once the flag is true, as
/// with ContactSolver::cancel_when. For a program that has to end in time. nullptr: never. [setup]
CARDAN_API void cancel_all_solvers_when(const std::atomic<bool>* flag);

/// Whether that flag is true.
bool all_solvers_are_cancelled();

}  // namespace cardan
