#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/host/solver_registry.h"
#include "cardan/sim/spec.h"

namespace cardan::app {

/// The pair requested on the command line.
struct PairRequest {
  std::optional<FormulationSpec> formulation;
  std::string solver;  ///< "": not requested
};

/// Applies the request to the pair of the scene. A part that is not requested stays as in the scene
/// if it is compatible, else it becomes the default of the requested part. The tolerance stays.
/// Iteration budget and options of a replaced solver are dropped, and so is a fallback that does
/// not take the formulation. Returns one line per change beyond the request. Throws Error for
/// unknown names.
std::vector<std::string> choose_pair(const PairRequest& request, const SolverRegistry& registry,
                                     ContactSpec& contact);

}  // namespace cardan::app
