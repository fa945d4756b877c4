#pragma once

#include <string>
#include <vector>

#include "apps/regress/case_result.h"
#include "cardan/scene.h"

namespace cardan::app {

/// Name of the failure of a run that exceeded its time limit; it can be a known failure of a pair.
inline constexpr const char* kTimeLimit = "time_limit";

/// Marks the failed checks that the scene lists as known failures, and returns the status of the
/// run: kPassed, kKnown or kFailed.
CaseStatus apply_known_failures(const std::vector<KnownFailure>& known, CaseResult& result);

/// Notes on a checked run of any status: that no expectation applied to it, or that known failures
/// of its pair did not occur. "" if there are none.
std::string notes_of(const Scene& scene, const CaseResult& result);

}  // namespace cardan::app
