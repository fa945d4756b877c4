#pragma once

#include <string>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

class World;

/// Which code stands behind a solver of a world's chain.
struct SolverSource {
  std::string id, version;
  std::string place;              ///< path of the library, or "in-process"
  std::string hash;               ///< of the library's bytes, 16 hexadecimal digits; "" in-process
  std::string shadows;            ///< places of later solvers of the same id, "" if none
  bool replaces_shipped = false;  ///< it stands in for a solver that cardan ships
};

/// One for each solver of the world's chain, in its order.
CARDAN_API std::vector<SolverSource> solver_sources(const World& world);

/// One line for each solver that stands in for one that cardan ships.
CARDAN_API std::vector<std::string> replaced_solvers(const World& world);

}  // namespace cardan
