#pragma once

#include <string>
#include <vector>

#include "cardan/host/solver_registry.h"
#include "cardan/scene/scene.h"
#include "case_result.h"

/// Which runs a scene asks for, and what is judged over several of them (docs/regression.md).
namespace cardan::app {

/// Settings of the command line over the scene's `sweep`; "" = not named.
struct SweepRequest {
  std::string solvers;       ///< "all" or a list
  std::string formulations;  ///< "all" or a list
  bool only_own = false;     ///< the scene's own pair and start alone: no sweep
};

struct SweepPlan {
  std::vector<CaseId> cases;
  std::vector<CaseResult> skipped;  ///< kSkipped: pairs that do not fit, with the reason
};

/// The product of the axes of `sweep`, those named in the request replaced; without any the
/// scene's own pair alone. The first case is the scene's own pair where it is among them. Throws
/// Error for unknown names.
SweepPlan plan_cases(const Scene& scene, const SweepRequest& request,
                     const SolverRegistry& registry);

/// The values of a case's point as overrides of the scene file: "step" is time.step, "seed"
/// perturb.seed, all others are paths.
std::vector<SceneOverride> overrides_of(const CaseId& id);

/// Judges the `across` expectations of the scene over finished cases of it. One result for each
/// expectation and each group of cases that differ in its axis alone, with the point "across" =
/// AXIS: one check with a series of the values over the axis. A case that came to no value fails
/// the check and is named; a group of one case is kSkipped, with the reason.
std::vector<CaseResult> judge_across(const Scene& scene, const std::vector<CaseResult>& cases);

}  // namespace cardan::app
