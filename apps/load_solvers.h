#pragma once

#include <filesystem>
#include <vector>

#include "cardan/solver_registry.h"

namespace cardan::app {

/// Creates the solver registry of a command; libraries are loaded on demand. Sets the activity of
/// the process to loading until the command sets another one. If a library ends the process while
/// it is being loaded, the error message says so.
SolverRegistry load_solvers(const std::vector<std::filesystem::path>& directories);

}  // namespace cardan::app
