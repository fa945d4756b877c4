#pragma once

#include <string>
#include <vector>

#include "compare_table.h"
#include "plot/chart.h"

namespace cardan::app {

/// All runs of one scene beside each other.
struct Comparison {
  std::string scene, file;
  std::string model;  ///< whose path is shown, "" none
  std::vector<OutcomeRow> rows;
  const Outcome* reference = nullptr;
  std::vector<std::string> skipped;  ///< pairs that do not fit, with the reason
};

/// Drift from the reference and residual over time; before them path and speed of the model, where
/// there is one. One curve a run.
std::vector<Chart> charts_of(const Comparison& comparison);

/// Table and charts as a page of HTML.
std::string page_of(const Comparison& comparison);

}  // namespace cardan::app
