#pragma once

#include <string>
#include <vector>

#include "apps/regress/case_result.h"
#include "cardan/scene.h"
#include "cardan/solver_registry.h"

/// Runs of a scene, and checks over several runs (docs/regression.md).
namespace cardan::app {

/// Settings of the command line for the `sweep` of the scene; "": not given.
struct SweepRequest {
  std::string solvers;       ///< "all" or a list
  std::string formulations;  ///< "all" or a list
  bool only_own = false;     ///< only the pair and start of the scene, without a sweep
};

struct SweepPlan {
  std::vector<CaseId> cases;
  std::vector<CaseResult> skipped;  ///< kSkipped: incompatible pairs, with the reason
};

/// Runs for the product of the axes of `sweep`; axes in the request replace those of the scene.
/// Without axes, only the pair of the scene runs. The first case is the pair of the scene if it is
/// included. Throws Error for unknown names.
SweepPlan plan_cases(const Scene& scene, const SweepRequest& request,
                     const SolverRegistry& registry);

/// Values of the point of a case as overrides of the scene file: "step" is time.step, "seed" is
/// perturb.seed, all others are paths.
std::vector<SceneOverride> overrides_of(const CaseId& id);

/// Checks the `across` expectations of the scene over its finished cases. One result per
/// expectation and per group of cases that differ only in its axis, with the point "across" = AXIS
/// and a series of the values over the axis. A case without a value fails the check and is named. A
/// group of one case is kSkipped, with the reason.
std::vector<CaseResult> check_across(const Scene& scene, const std::vector<CaseResult>& cases);

}  // namespace cardan::app
