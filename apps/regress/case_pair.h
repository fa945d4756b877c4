#pragma once

#include <string>

#include "cardan/scene.h"
#include "cardan/solver_registry.h"

namespace cardan::app {

/// Replaces the pair of the scene by the named one, unless they are equal; "" keeps a part.
/// Returns the reason why the solver does not accept the formulation, or "".
std::string take_pair(const std::string& named_formulation, const std::string& named_solver,
                      const SolverRegistry& registry, Scene& scene);

}  // namespace cardan::app
