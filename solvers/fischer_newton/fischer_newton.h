#pragma once

#include "solvers/common/newton/newton_solver.h"

namespace cardan::fischer_newton {

/// Newton's method on the Fischer–Burmeister function (docs/solvers/fischer_newton.md).
class FischerNewton final : public solvers::NewtonSolver {
 public:
  static const sdk::SolverInfo& info();

 private:
  Choice choice() const override;
};

}  // namespace cardan::fischer_newton
