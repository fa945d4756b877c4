#pragma once

#include <chrono>
#include <cstddef>

#include "apps/terminal_line.h"

namespace cardan::app {

/// Progress of a sweep on standard error: a line updated in place on a terminal, otherwise a line
/// per minute.
class SweepProgress {
 public:
  explicit SweepProgress(std::size_t cells);

  void show(std::size_t ended, std::size_t failed, std::size_t running);

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t cells_;
  Clock::time_point start_ = Clock::now(), next_minute_ = start_ + std::chrono::minutes(1);
  TerminalLine line_{std::chrono::milliseconds(500)};
};

}  // namespace cardan::app
