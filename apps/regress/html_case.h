#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "case_result.h"

namespace cardan::app {

/// Bytes that the plots of a page may still take: a report of thousands of failed cases has to
/// open in a browser. The first plot that is too large is the last.
struct PlotBudget {
  std::size_t left = 0;
};

/// So many of a case are told, the first.
inline constexpr std::size_t kMostTroubles = 20;

/// A case and what the page knows of it.
struct CaseSection {
  const CaseResult* result = nullptr;
  std::string anchor;
  bool open = false;  ///< at first
  std::vector<std::string> problems =
      {};  ///< link of each trouble's captured problem, "" without one
};

/// The checks, the plots and the badly solved islands of a case, and the command that repeats it.
std::string case_html(const CaseSection& section, PlotBudget& budget);

}  // namespace cardan::app
