#pragma once

#include <vector>

#include "cardan/world.h"
#include "cardan/world_spec.h"

namespace cardan {

/// Adds the timed forces that act at the current time, like apply_forces, but without logging.
void add_scene_forces(World& world, const std::vector<ForceSpec>& forces);

}  // namespace cardan
