#pragma once

#include <functional>

namespace cardan::app {

/// Runs a command in a child process and returns the exit code for this process. If a plugin ends
/// the child with any exit code or crashes it, one line reports this and the exit code is 3. If the
/// child crashes outside a plugin, this process ends with the same signal. Signals are forwarded.
/// With CARDAN_IN_PROCESS=1 in the environment, the work runs in this process, for debugging. The
/// process must not have started a thread before the call.
int supervise(const std::function<int()>& work);

/// Ends this process at once with an exit code that supervise returns. Callable from any thread.
[[noreturn]] void leave(int exit_code);

}  // namespace cardan::app
