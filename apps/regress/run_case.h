#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/regress/case_result.h"

/// Runs one scene once and checks its expectations (docs/regression.md).
namespace cardan::app {

/// Selects the series of the result.
enum class SeriesKept {
  kNone,
  kFailed,  ///< series of the overview (energy, residual, …) and of failed checks
  kAll,     ///< also series of all expectations
};

struct CaseRequest {
  /// `file`: the scene to read. Empty formulation and solver: the pair of the scene. `point`: as
  /// returned by plan_cases.
  CaseId id;
  std::vector<std::string> plugins;  ///< plugin folders, searched first
  int threads = 1;
  double duration = -1;  ///< [s]; negative: that of the scene
  SeriesKept series = SeriesKept::kFailed;
  /// Folder for the problems of troubled islands; "": none. Steps that write a file are slower.
  std::string capture_folder;
  int capture_limit = 20;
  /// File for a replay page of the run, which is written if an expectation fails; "": none. Memory
  /// use then grows with the number of frames.
  std::string replay_page;
  /// Records the golden trajectories into CaseResult::recorded instead of comparing with them.
  bool record_golden = false;
  /// Called after every step if not null. If it returns true, the run ends with kInterrupted and
  /// the measurements so far.
  std::function<bool()> stop;
};

/// Loads, steps, measures and checks. Errors of the scene, the pair or a file do not throw: the
/// result is kError with the message, or kSkipped if the solver does not support the formulation.
/// Without a replay page, memory use does not grow with the length of the run, except that golden
/// trajectories are held in full.
CaseResult run_case(const CaseRequest& request);

}  // namespace cardan::app
