#pragma once

#include "solvers/common/newton/newton_solver.h"

namespace cardan::minmap_newton {

/// Newton's method on the minimum map (docs/solvers/minmap_newton.md).
class MinmapNewton final : public solvers::NewtonSolver {
 public:
  static const sdk::SolverInfo& info();

 private:
  Choice choice() const override;
};

}  // namespace cardan::minmap_newton
