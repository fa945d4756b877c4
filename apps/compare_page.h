#pragma once

#include <string>
#include <vector>

#include "compare_table.h"
#include "plot/chart.h"

namespace cardan::app {

/// All runs of one scene, for comparison.
struct Comparison {
  std::string scene, file;
  std::string model;  ///< model whose path is shown, "": none
  std::vector<OutcomeRow> rows;
  const Outcome* reference = nullptr;
  std::vector<std::string> skipped;  ///< incompatible pairs, with the reason
};

/// Charts of the drift from the reference and of the residual over time, preceded by charts of the
/// path and speed of the model if one is given. One curve per run.
std::vector<Chart> charts_of(const Comparison& comparison);

/// HTML page with table and charts.
std::string page_of(const Comparison& comparison);

}  // namespace cardan::app
