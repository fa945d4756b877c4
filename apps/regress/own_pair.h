#pragma once

#include <string>

#include "cardan/solver_registry.h"

namespace cardan {
struct ContactSpec;
}  // namespace cardan

namespace cardan::app {

/// The pair with which a scene runs by default.
struct OwnPair {
  std::string formulation;  ///< label
  std::string solver;       ///< id of the first solver of the chain
};
OwnPair own_pair(const ContactSpec& contact, const SolverRegistry& registry);

}  // namespace cardan::app
