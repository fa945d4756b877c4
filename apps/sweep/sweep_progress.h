#pragma once

#include <chrono>
#include <cstddef>

namespace cardan::app {

/// Progress of a sweep on standard error: a line updated in place on a terminal, otherwise a line
/// per minute.
class SweepProgress {
 public:
  explicit SweepProgress(std::size_t cells);
  ~SweepProgress();  ///< clears the line
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  void show(std::size_t ended, std::size_t failed, std::size_t running);

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t cells_;
  bool terminal_, shown_ = false;
  Clock::time_point start_ = Clock::now(), next_;
};

}  // namespace cardan::app
