#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "view/replay_data.h"
#include "view/replay_page.h"

namespace cardan::view {

/// One run of a comparison.
struct ComparedRun {
  std::string name;  ///< name of the run: formulation and solver
  ReplayData data;
};

/// Runs of one scene with the same bodies, and the report of their comparison.
struct ComparisonData {
  std::string title, scene_text;
  std::vector<ComparedRun> runs;  ///< the runs, at least one
  std::size_t reference = 0;      ///< index of the reference in `runs`
  std::string model;              ///< model whose path a plot shows; "" if there is none
  /// Markup of the report, which the page shows around the replay: plots in an element
  /// #compare-plots and tables in #compare-tables. Table rows and plot curves with the attribute
  /// data-run or data-curve belong to the run with this index.
  std::string markup, style;
};

/// Makes one page with all runs superimposed (docs/viewer.md, "Comparisons"). Frames are left out
/// to keep the page within `limit` bytes, as in limited_replay_page. Throws Error if the bodies of
/// the runs differ.
LimitedPage limited_comparison_page(const ComparisonData& comparison, std::size_t limit);

}  // namespace cardan::view
