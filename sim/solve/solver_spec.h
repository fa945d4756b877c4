#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/host/contact_solver.h"

namespace cardan {

/// A solver with its options and fallbacks.
struct SolverSpec {
  std::string id;                     ///< "": the default of the formulation
  std::vector<SolverOption> options;  ///< options of the plugin
  std::optional<double> tolerance;    ///< [m/s], default 1e-8
  std::optional<int> max_iterations;
  std::vector<SolverSpec> fallback;  ///< tried in order if this solver fails
  /// Residual at which the chain may stop before it is exact [m/s], in place of a tolerance: such
  /// an answer is APPROXIMATE. Only of the first solver of a chain.
  std::optional<double> accuracy = std::nullopt;
};

}  // namespace cardan
