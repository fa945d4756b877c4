#pragma once

#include <map>
#include <string>

#include "cardan/world.h"
#include "cardan/world_spec.h"

namespace cardan {

/// Performs World::set_material for several named materials. If one change fails, no material is
/// changed.
void change_materials(World& world, const std::map<std::string, MaterialSpec>& materials);

/// Adds named materials and pairs. The rule of `more` has no effect. Throws Error, and changes
/// nothing, for a name or a pair that the world already has, and for values that a new world would
/// reject.
void add_materials(World& world, const MaterialTable& more);

}  // namespace cardan
