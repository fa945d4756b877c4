#pragma once

#include <string>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

class World;

/// The code behind a solver of the chain of a world.
struct SolverSource {
  std::string id, version;
  std::string place;    ///< path of the library, or "in-process"
  std::string hash;     ///< hash of the bytes of the library, 16 hexadecimal digits; "" in-process
  std::string shadows;  ///< places of later solvers with the same id, "" if none
  bool replaces_shipped = false;  ///< true if it replaces a solver that ships with cardan
};

/// One entry per solver of the chain of the world, in order.
CARDAN_API std::vector<SolverSource> solver_sources(const World& world);

/// One line per solver that replaces one that ships with cardan.
CARDAN_API std::vector<std::string> replaced_solvers(const World& world);

}  // namespace cardan
