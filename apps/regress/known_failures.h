#pragma once

#include <string>
#include <vector>

#include "cardan/scene/scene.h"
#include "case_result.h"

namespace cardan::app {

/// Failure of a run that did not end in time: a pair may be known for it.
inline constexpr const char* kTimeLimit = "time_limit";

/// Marks the checks that failed as the scene says they would, and returns what that makes of the
/// run: kPassed, kKnown or kFailed.
CaseStatus settle(const std::vector<KnownFailure>& known, CaseResult& result);

/// Notes on a judged run, whatever its status, "" for none: that no
/// expectation applied to it, known failures of its pair that did not occur.
std::string notes_of(const Scene& scene, const CaseResult& result);

}  // namespace cardan::app
