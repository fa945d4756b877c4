#pragma once

#include <string>
#include <vector>

#include "process/process_pool.h"
#include "run_case.h"

/// A case in a process of its own: how the request goes there and how the result comes back.
namespace cardan::app {

/// The hidden command that runs one case.
inline constexpr const char* kCaseCommand = "regress-case";

/// Arguments of this executable that run the case.
ChildJob case_job(const CaseRequest& request);

/// The result of the case, however its process ended. limit: of time [s], for the message.
CaseResult result_of(const CaseRequest& request, const ChildEnd& end, double limit);

/// Runs the case and writes its result to kResultDescriptor; on SIGTERM what was measured so far.
/// Throws Error where no process takes the result.
void run_case_and_hand_over(CaseRequest request);

}  // namespace cardan::app
