#pragma once

#include <chrono>

#include "cardan/sim/world.h"

namespace cardan::app {

/// A line on standard error that rewrites itself, where that is a terminal; nothing else.
class Progress {
 public:
  explicit Progress(double end_time);
  ~Progress();  ///< wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const World& world);

 private:
  double end_time_;
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace cardan::app
