#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/host/solver_registry.h"
#include "cardan/sim/spec.h"

namespace cardan::app {

/// The pair that the command line names.
struct PairRequest {
  std::optional<FormulationSpec> formulation;
  std::string solver;  ///< "" = not named
};

/// Lays the command line over the scene's choice: what is not named there stays the scene's if it
/// fits, else becomes the named one's default. The tolerance stays; iteration budget and options of
/// a solver that is replaced go with it; a fallback that does not take the formulation is dropped.
/// Returns one line for each thing that changed beyond what was named. Throws Error for unknown
/// names.
std::vector<std::string> choose_pair(const PairRequest& request, const SolverRegistry& registry,
                                     ContactSpec& contact);

}  // namespace cardan::app
