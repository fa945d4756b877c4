#pragma once

#include <functional>

namespace cardan::app {

/// Does the work of a command in a child, and returns the exit code of this process. A plugin that
/// ends the process, whatever the exit code, is then told in one line with exit code 3, and so is
/// one that crashes it. A crash outside of a plugin ends this process by the same signal. Signals
/// are handed on. With CARDAN_IN_PROCESS=1 in the environment the work is done here, for debuggers.
/// No thread may have been started before.
int supervise(const std::function<int()>& work);

/// Ends this process at once with an exit code that supervise returns, from any thread.
[[noreturn]] void leave(int exit_code);

}  // namespace cardan::app
