#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "apps/sweep/plan.h"
#include "cardan/scene.h"
#include "cardan/solver_registry.h"

namespace cardan::app {

/// Makes the scenes of cells.
class CellScenes {
 public:
  /// plugins: folders, searched first. Throws Error for a missing folder.
  CellScenes(const Plan& plan, const std::vector<std::string>& plugins);

  /// The scene of a cell with its pair, ready for make_world. Throws Error.
  Scene of(std::size_t cell) const;

 private:
  const Plan& plan_;
  std::vector<std::filesystem::path> plugins_;
  SolverRegistry solvers_;
};

}  // namespace cardan::app
