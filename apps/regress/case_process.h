#pragma once

#include <string>
#include <vector>

#include "apps/process/process_pool.h"
#include "apps/regress/run_case.h"

/// Transfers the request and the result of a case that runs in a separate process.
namespace cardan::app {

/// Hidden command that runs one case.
inline constexpr const char* kCaseCommand = "regress-case";

/// Arguments for this executable to run the case.
ChildJob case_job(const CaseRequest& request);

/// Result of the case, however its process ended. limit: time limit [s], for the message.
CaseResult result_of(const CaseRequest& request, const ChildEnd& end, double limit);

/// Runs the case and writes its result to kResultDescriptor; on SIGTERM, writes what was measured
/// so far. Throws Error if no process reads the result.
void run_case_and_hand_over(CaseRequest request);

}  // namespace cardan::app
