#pragma once

#include <string>

namespace cardan::app {

/// While a guard exists, Ctrl-C (SIGINT), SIGTERM and SIGHUP do not end this process; signal()
/// returns the signal received, and a process pool ends its children. A second signal ends the
/// process at once. Signals within kSameInterrupt of the first count as one, since a terminal and a
/// parent process may both send the signal. Only one guard may exist at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static int signal();  ///< 0: none received
  /// Becomes readable when a signal arrives; −1 without a guard.
  static int descriptor();
};

/// [s]
inline constexpr double kSameInterrupt = 0.3;

/// Restores the default handling of SIGINT, SIGTERM and SIGHUP: they end this process.
void restore_default_signals();

/// Exit code of a command interrupted by a signal, following the shell convention.
constexpr int interrupted_exit_code(int signal) { return 128 + signal; }

/// "SIGSEGV", "SIGABRT", …
std::string name_of_signal(int number);

}  // namespace cardan::app
