#pragma once

#include <atomic>

namespace cardan::app {

/// True if this process was asked to stop and to hand over what it has.
const std::atomic<bool>& stop_requested();

void request_stop();

/// Makes SIGTERM such a request from now on.
void take_sigterm_as_stop_request();

/// From now on, all solvers of the process see a request as cancelled().
void cancel_solvers_on_stop_request();

}  // namespace cardan::app
