#include "apps/process/stop_request.h"

#include <csignal>

#include "cardan/solver_registry.h"

namespace cardan::app {

namespace {
std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");
}  // namespace

const std::atomic<bool>& stop_requested() { return requested; }

void request_stop() { requested.store(true); }

void take_sigterm_as_stop_request() {
  std::signal(SIGTERM, [](int) { request_stop(); });
}

void cancel_solvers_on_stop_request() { cancel_all_solvers_when(&requested); }

}  // namespace cardan::app
