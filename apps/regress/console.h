#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "case_result.h"

/// Console output of `cardan regress`.
namespace cardan::app {

/// While runs go on: on a terminal a line that rewrites itself, elsewhere a line for each that
/// ends.
class RegressProgress {
 public:
  explicit RegressProgress(std::size_t cases);
  ~RegressProgress();  ///< wipes the line
  RegressProgress(const RegressProgress&) = delete;
  RegressProgress& operator=(const RegressProgress&) = delete;

  void ended(const CaseResult& result);
  void show(std::size_t running);

 private:
  std::size_t cases_, ended_ = 0, failed_ = 0;
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point next_{};
};

/// A row for every run, what failed with measured and allowed value, and the counts.
void print_regress_summary(const std::vector<CaseResult>& results, double seconds);

/// failed, crashed, timed_out
bool counts_as_failure(CaseStatus status);

}  // namespace cardan::app
