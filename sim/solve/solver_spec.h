#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/host/contact_solver.h"

namespace cardan {

/// A solver by id, with its options and what follows when it fails.
struct SolverSpec {
  std::string id;                     ///< "" = the formulation's default
  std::vector<SolverOption> options;  ///< the plugin's own
  std::optional<double> tolerance;    ///< [m/s], default 1e-8
  std::optional<int> max_iterations;
  std::vector<SolverSpec> fallback;  ///< tried in turn
};

}  // namespace cardan
