#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "case_result.h"

/// One run of one scene, judged by its expectations (docs/regression.md).
namespace cardan::app {

/// Which series go into the result.
enum class SeriesKept {
  kNone,
  kFailed,  ///< those of the overview (energy, residual, …) and of what did not hold
  kAll,     ///< and of every expectation
};

struct CaseRequest {
  /// `file` is read; an empty formulation and solver: the scene's own pair; `point`: as plan_cases
  /// makes it.
  CaseId id;
  std::vector<std::string> plugins;  ///< folders searched first
  int threads = 1;
  double duration = -1;  ///< [s]; below 0: the scene's
  SeriesKept series = SeriesKept::kFailed;
  /// Problems of troubled islands are written into this folder; "": none. Steps that write are
  /// slower.
  std::string capture_folder;
  int capture_limit = 20;
  /// Records the golden trajectories into CaseResult::recorded instead of comparing with them.
  bool record_golden = false;
  /// Asked after every step, null: never; true ends the run with kInterrupted and what was measured
  /// so far.
  std::function<bool()> stop;
};

/// Loads, steps, measures and judges. Never throws for what is wrong with the scene, the pair or a
/// file: that is kError with the message, or kSkipped where the solver does not take the
/// formulation. Memory does not grow with the length of the run but for golden trajectories, which
/// are as long as their files.
CaseResult run_case(const CaseRequest& request);

}  // namespace cardan::app
