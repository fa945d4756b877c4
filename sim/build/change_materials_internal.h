#pragma once

#include <map>
#include <string>

#include "cardan/sim/world.h"

namespace cardan {

/// World::set_material for several named materials. All of them change, or none.
void change_materials(World& world, const std::map<std::string, MaterialSpec>& materials);

}  // namespace cardan
