#pragma once

#include "cardan/scene.h"
#include "cardan/solver_registry.h"

namespace cardan::app {

/// Throws Error with file and line for an unknown formulation or solver in `only` or
/// `known_failures`, whose entry would never apply.
void require_known_pairs(const Scene& scene, const SolverRegistry& registry);

}  // namespace cardan::app
