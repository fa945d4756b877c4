#pragma once

#include <chrono>
#include <string>

namespace cardan::app {

/// A line on standard error that is updated in place. Prints nothing if standard error is not a
/// terminal.
class TerminalLine {
 public:
  /// every: shortest time between two updates, and before the first one.
  explicit TerminalLine(std::chrono::milliseconds every);
  ~TerminalLine();  ///< clears the line
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  bool on_terminal() const { return terminal_; }
  /// True if show() would update the line now.
  bool is_due() const { return terminal_ && std::chrono::steady_clock::now() >= next_; }
  void show(const std::string& text);

 private:
  std::chrono::milliseconds every_;
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace cardan::app
