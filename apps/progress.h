#pragma once

#include <chrono>

#include "cardan/sim/world.h"

namespace cardan::app {

/// A progress line on standard error, updated in place. Prints nothing if standard error is not a
/// terminal.
class Progress {
 public:
  explicit Progress(double end_time);
  ~Progress();  ///< clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const World& world);

 private:
  double end_time_;
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace cardan::app
