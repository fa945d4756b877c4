#pragma once

#include "cardan/host/solver_registry.h"
#include "cardan/scene/scene.h"

namespace cardan::app {

/// Throws Error with file and line for a formulation or solver that `only` or `known_failures`
/// names and nobody has: what holds for it alone would never be judged.
void require_known_pairs(const Scene& scene, const SolverRegistry& registry);

}  // namespace cardan::app
