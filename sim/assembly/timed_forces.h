#pragma once

#include <vector>

#include "cardan/world.h"
#include "cardan/world_spec.h"

namespace cardan {

/// Adds the timed forces of a scene that act in the next step.
void add_scene_forces(World& world, const std::vector<ForceSpec>& forces);

}  // namespace cardan
