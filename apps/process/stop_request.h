#pragma once

#include <atomic>

namespace cardan::app {

/// True if this process was asked to stop and to hand over its results so far.
const std::atomic<bool>& stop_requested();

void request_stop();

/// Treats SIGTERM as a stop request from now on.
void take_sigterm_as_stop_request();

/// From now on, a stop request makes cancelled() return true in all solvers of the process.
void cancel_solvers_on_stop_request();

}  // namespace cardan::app
