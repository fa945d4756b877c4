#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "apps/regress/case_result.h"
#include "apps/terminal_line.h"

/// Console output of `cardan regress`.
namespace cardan::app {

/// Progress while runs are active: a line updated in place on a terminal, otherwise one line per
/// finished run.
class RegressProgress {
 public:
  explicit RegressProgress(std::size_t cases);

  void ended(const CaseResult& result);
  void show(std::size_t running);

 private:
  std::size_t cases_, ended_ = 0, failed_ = 0;
  TerminalLine line_{std::chrono::milliseconds(100)};
};

/// Prints a row per run, failed checks with measured and allowed values, and the counts.
void print_regress_summary(const std::vector<CaseResult>& results, double seconds);

/// True for failed, crashed and timed_out.
bool counts_as_failure(CaseStatus status);

}  // namespace cardan::app
