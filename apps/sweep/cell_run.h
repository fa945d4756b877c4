#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "apps/sweep/cell_metrics.h"
#include "apps/sweep/cell_row.h"
#include "apps/sweep/cell_scenes.h"
#include "apps/sweep/cell_state.h"
#include "apps/sweep/plan.h"
#include "sim/scene/world_builder.h"

namespace cardan::app {

/// How cells are run.
struct CellSettings {
  std::vector<std::string> plugins;  ///< folders, searched first
  std::string states;                ///< folder of states of unfinished cells
  std::string binary;                ///< hash of the program
  int attempt = 1;
};

/// Callbacks while cells run.
struct CellEvents {
  /// Called before a cell is loaded.
  std::function<void()> begin;
  /// Called with the result of each cell.
  std::function<void(std::size_t cell, const CellRow& row)> end;
  /// Called between steps. If it returns true, the state of the current cell is saved, and no
  /// other cell is run.
  std::function<bool()> stop;
};

/// Runs cells one after the other. Data that the cells have in common are read once. A result does
/// not depend on which cells a runner runs.
class CellRunner {
 public:
  /// The arguments must outlive the object. Throws Error if a folder of plugins is missing.
  CellRunner(const Plan& plan, const CellSettings& settings, const CellEvents& events);

  /// A cell whose scene cannot be built gets a row with the reason. Throws Error only if a state
  /// cannot be saved; propagates exceptions of the events.
  void run(const std::vector<std::size_t>& cells);

 private:
  void run_cell(std::size_t cell);
  /// Number of the step from which the cell continues.
  std::int64_t resume(std::size_t cell, World& world, CellMetrics& metrics, double& seconds) const;
  /// Runs a world to its end, or to a stop.
  void finish(std::size_t cell, const Scene& scene, World& world, CellMetrics& metrics);
  void save(std::size_t cell, const World& world, const CellMetrics& metrics,
            CellState state) const;
  std::string state_file(std::size_t cell) const;

  const Plan& plan_;
  const CellSettings& settings_;
  const CellEvents& events_;
  CellScenes scenes_;
  WorldBuilder builder_;
  bool stopped_ = false;
};

/// Throws Error if a metric does not exist in the world of a cell, or is measured after its end, or
/// if a folder of plugins is missing. Does nothing if the cell is refused for another reason.
void require_metrics(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins);

}  // namespace cardan::app
