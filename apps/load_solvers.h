#pragma once

#include <filesystem>
#include <vector>

#include "cardan/host/solver_registry.h"

namespace cardan::app {

/// The registry of a command, which loads libraries as they are asked for. That is the activity of
/// the process until the command names another: a library that ends the process is told so.
SolverRegistry load_solvers(const std::vector<std::filesystem::path>& directories);

}  // namespace cardan::app
