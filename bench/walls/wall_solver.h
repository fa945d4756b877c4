#pragma once

#include <functional>
#include <string>
#include <vector>

#include "walls/wall.h"

namespace cardan::bench {

/// One answer from a cold start.
struct WallAnswer {
  double milliseconds = 0;  ///< median
  double residual = 0;      ///< of the solver's own law
  int refused = 0;          ///< 1: the solver itself says that it failed
};

/// A solver with the law it is given.
struct WallSolver {
  std::string name, law;
  std::function<WallAnswer(const Wall&)> solve;
};

std::vector<WallSolver> cardan_wall_solvers();
std::vector<WallSolver> dart_wall_solvers();
std::vector<WallSolver> siconos_wall_solvers();

/// Median milliseconds of solve(), run for at most about a second.
double median_milliseconds(const std::function<void()>& solve);

}  // namespace cardan::bench
