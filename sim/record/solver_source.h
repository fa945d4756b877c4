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
  std::string hash;     ///< hash of the bytes of the library, 16 hexadecimal digits; "" for an
                        ///< in-process solver
  std::string shadows;  ///< places of later solvers with the same id, "" if none
  bool replaces_shipped = false;  ///< true if the solver replaces a solver that ships with cardan
};

/// Returns one entry per solver of the chain of the world, in order.
CARDAN_API std::vector<SolverSource> solver_sources(const World& world);

/// Returns one line for each solver that replaces a solver shipped with cardan.
CARDAN_API std::vector<std::string> replaced_solvers(const World& world);

}  // namespace cardan
