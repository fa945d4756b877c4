#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/capture.h"
#include "cardan/problem_file.h"
#include "cardan/world.h"
#include "sim/solve/island_work.h"
#include "sim/solve/pairing.h"

namespace cardan {

struct WorldModel;
struct WorldState;
struct StepData;

/// Copies problems before they are solved, since solving changes them, and writes the selected
/// problems afterwards. Copies and files are made outside the parallel section.
class Capture {
 public:
  explicit Capture(CaptureSpec spec);

  /// Copies the first problem of each island of a step. steps: number of completed steps.
  void copy(std::int64_t steps, const std::vector<std::unique_ptr<IslandWork>>& works, int count,
            const Pairing& pairing);
  /// Writes the selected problems. The reports of the islands must be complete. Never throws.
  void write(const WorldModel& world, const WorldState& state, const StepData& step);
  const CaptureCount& count() const { return count_; }

 private:
  bool wanted(const IslandReport& report) const;
  void write_one(const WorldModel& world, const WorldState& state, const StepData& step,
                 int island);
  std::string file_name(const std::string& formulation, int island, int contacts) const;

  CaptureSpec spec_;
  CaptureCount count_;
  std::vector<ProblemFile>
      copies_;  // one copy per island of this step; empty in a step without capture
  std::int64_t step_ = 0;
  int solve_ = 0;  // number of the current solve in this step, counted from 1; a step is solved
                   // again if motors reach their bounds
};

}  // namespace cardan
