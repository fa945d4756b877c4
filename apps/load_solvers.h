#pragma once

#include <filesystem>
#include <vector>

#include "cardan/host/solver_registry.h"

namespace cardan::app {

/// Registry of a command, which loads libraries on demand. Loading is the activity of the process
/// until the command sets another, so that the message names a library that ends the process.
SolverRegistry load_solvers(const std::vector<std::filesystem::path>& directories);

}  // namespace cardan::app
