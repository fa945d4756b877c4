#pragma once

#include <map>
#include <string>

#include "cardan/sim/world.h"

namespace cardan {

/// World::set_material of several named materials: all of them change, or none.
void change_materials(World& world, const std::map<std::string, MaterialSpec>& materials);

}  // namespace cardan
