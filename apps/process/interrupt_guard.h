#pragma once

#include <string>

namespace cardan::app {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and SIGHUP do not end this process: a pool then ends
/// its children, and signal() says which one came. A second one ends the process at once. Signals
/// within kSameInterrupt of the first count as one: a terminal and a parent may send the same one.
/// One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static int signal();  ///< 0: none came
  /// Becomes readable when a signal comes; −1 without a guard.
  static int descriptor();
};

/// [s]
inline constexpr double kSameInterrupt = 0.3;

/// SIGINT, SIGTERM and SIGHUP end this process again.
void take_interrupts_by_default();

/// Exit code of a command that a signal interrupted, as a shell has it.
constexpr int interrupted_exit_code(int signal) { return 128 + signal; }

/// "SIGSEGV", "SIGABRT", …
std::string name_of_signal(int number);

}  // namespace cardan::app
