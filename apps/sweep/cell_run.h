#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sweep/cell_row.h"
#include "sweep/plan.h"

namespace cardan::app {

/// How cells are run.
struct CellSettings {
  std::vector<std::string> plugins;  ///< folders, searched first
  std::string states;                ///< folder of states of unfinished cells
  std::string binary;                ///< hash of the program
  int attempt = 1;
};

/// Calls to the caller while cells run.
struct CellEvents {
  /// Before a cell is loaded, or before several are loaded together.
  std::function<void(std::size_t first, std::size_t count)> begin;
  /// With the result of each cell.
  std::function<void(std::size_t cell, const CellRow& row)> end;
  /// Called between steps. If it returns true, the state of the current cell is saved, and no
  /// other cell is run.
  std::function<bool()> stop;
};

/// Runs cells in order. The cells of one structure share a Batch; a result does not depend on which
/// cells run together. Cells that the scene refuses get a row that says so. Throws Error only if a
/// state cannot be saved, and whatever `events` throws.
void run_cells(const Plan& plan, const std::vector<std::size_t>& cells,
               const CellSettings& settings, const CellEvents& events);

/// The scene of a cell with its pair, ready for make_world. Throws Error.
Scene cell_scene(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins);

/// Throws Error if a metric does not exist in the world of a cell, or is measured after its end.
/// Does nothing if the cell is refused for another reason.
void require_metrics(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins);

}  // namespace cardan::app
