#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/solver_registry.h"
#include "cardan/solver_spec.h"

namespace cardan {
struct ContactSpec;
}  // namespace cardan

namespace cardan::app {

/// The pair requested on the command line.
struct PairRequest {
  std::optional<FormulationSpec> formulation;
  std::string solver;  ///< "": not requested
};

/// Applies the request to the pair of the scene. A part that is not requested keeps its value from
/// the scene if the two parts are compatible; otherwise it becomes the default of the requested
/// part. The tolerance does not change. The iteration budget and the options of a replaced solver
/// are dropped, as are fallbacks that do not support the formulation. Returns one line per change
/// beyond the request. Throws Error for unknown names.
std::vector<std::string> choose_pair(const PairRequest& request, const SolverRegistry& registry,
                                     ContactSpec& contact);

}  // namespace cardan::app
