#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/regress/case_result.h"

namespace cardan::app {

/// Bytes that the plots of a page may still use, so that a report of thousands of failed cases
/// opens in a browser. After the first plot that exceeds the budget, no further plots are written.
struct PlotBudget {
  std::size_t left = 0;
};

/// Maximum number of troubles listed per case.
inline constexpr std::size_t kMostTroubles = 20;

/// A case and its section on the page.
struct CaseSection {
  const CaseResult* result = nullptr;
  std::string anchor;
  bool open = false;  ///< open when the page loads
  /// Link to the captured problem of each trouble, "" without one.
  std::vector<std::string> problems = {};
  std::string replay = {};  ///< link to the replay page, "" without one
};

/// HTML of the checks, the plots and the troubled islands of a case, with the command that repeats
/// it.
std::string case_html(const CaseSection& section, PlotBudget& budget);

}  // namespace cardan::app
