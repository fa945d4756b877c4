#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/host/contact_solver.h"

namespace cardan {

/// A solver with its options and fallbacks.
struct SolverSpec {
  std::string id;                     ///< id of the solver; "" for the default of the formulation
  std::vector<SolverOption> options;  ///< options of the plugin
  std::optional<double> tolerance;    ///< tolerance [m/s], 1e-8 by default
  std::optional<int> max_iterations;
  std::vector<SolverSpec> fallback;  ///< solvers that are tried in order if this solver fails
  /// Residual [m/s] at which the chain may stop before the tolerance is reached. Such an answer has
  /// the status APPROXIMATE. Only the value of the first solver in a chain is used.
  std::optional<double> accuracy = std::nullopt;
};

}  // namespace cardan
