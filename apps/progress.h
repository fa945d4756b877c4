#pragma once

#include "apps/terminal_line.h"
#include "cardan/world.h"

namespace cardan::app {

/// The progress of a run on a terminal.
class Progress {
 public:
  explicit Progress(double end_time);

  void show(const World& world);

 private:
  double end_time_;
  TerminalLine line_{std::chrono::milliseconds(100)};
};

}  // namespace cardan::app
