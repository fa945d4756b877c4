#pragma once

#include <atomic>

namespace cardan::app {

/// Whether this process was asked to end and to hand over what it has.
const std::atomic<bool>& stop_requested();

void request_stop();

/// From now on SIGTERM is such a request.
void take_sigterm_as_stop_request();

/// From now on every solver of the process sees a request as cancelled().
void cancel_solvers_on_stop_request();

}  // namespace cardan::app
