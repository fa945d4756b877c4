#pragma once

#include <vector>

#include "cardan/sim/expect_spec.h"
#include "case_result.h"

namespace cardan::app {

/// Marks the checks that failed as the scene says they would, and returns what that makes of the
/// run: kPassed, kKnown or kFailed.
CaseStatus settle(const std::vector<KnownFailure>& known, CaseResult& result);

}  // namespace cardan::app
