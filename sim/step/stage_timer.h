#pragma once

#include <chrono>

#include "sim/data/world_data.h"

namespace cardan {

/// Adds the time of a scope to a stage of the report; reads no clock unless profiling is on.
class StageTimer {
 public:
  StageTimer(StepData& step, Stage stage) : step_(step), stage_(stage) {
    if (step_.profiling) start_ = std::chrono::steady_clock::now();
  }
  ~StageTimer() {
    if (!step_.profiling) return;
    step_.report.nanoseconds[static_cast<int>(stage_)] +=
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - start_).count();
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  StepData& step_;
  Stage stage_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace cardan
