#pragma once

#include <string>
#include <vector>

#include "apps/compare_table.h"
#include "apps/plot/chart.h"
#include "view/replay_page.h"

namespace cardan::app {

/// All runs of one scene, for comparison.
struct Comparison {
  std::string scene, file;
  std::string scene_text;  ///< text of the scene file
  std::string date;        ///< date of the runs
  std::string model;       ///< model whose path is shown, "": none
  std::vector<OutcomeRow> rows;
  const Outcome* reference = nullptr;
  std::vector<std::string> skipped;  ///< incompatible pairs, with the reason
};

/// Charts of the residual and of the drift from the reference over time, preceded by charts of the
/// path and speed of the model if one is given. Each run has one curve in each chart, except that
/// the reference has none in the chart of the drift.
std::vector<Chart> charts_of(const Comparison& comparison);

/// One line: scene, number of runs and steps, version and date.
std::string headline_of(const Comparison& comparison);

/// HTML page with the table, the charts and the superimposed replays of the runs. Frames are left
/// out to keep the page within `limit` bytes. Every run that has steps has a replay.
view::LimitedPage page_of(const Comparison& comparison, std::size_t limit);

}  // namespace cardan::app
