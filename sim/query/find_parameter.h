#pragma once

#include <string>

#include "sim/data/world_impl.h"

/// Functions that find the object to which the name of a parameter refers. They throw an Error that
/// contains `where` for unknown names.
namespace cardan {

/// A moving body with its mass.
struct MassPlace {
  int model = -1, body = -1;
};

/// A PD law.
struct LawPlace {
  int model = -1, dof = -1;
};

/// Finds a body. name: MODEL/LINK, or MODEL for a model of one body. Also throws Error for a body
/// without mass.
MassPlace find_mass(const World::Impl& world, const std::string& name, const std::string& where);

/// Finds a PD law. name: MODEL/JOINT of a joint with an active PD law.
LawPlace find_law(const World::Impl& world, const std::string& name, const std::string& where);

}  // namespace cardan
