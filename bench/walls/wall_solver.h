#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/walls/wall.h"

namespace cardan::bench {

/// One answer from a cold start.
struct WallAnswer {
  double milliseconds = 0;  ///< median
  double residual = 0;      ///< in the contact law of the solver
  int refused = 0;          ///< 1: the solver reports failure
};

/// A solver with its contact law.
struct WallSolver {
  std::string name, law;
  std::function<WallAnswer(const Wall&)> solve;
};

std::vector<WallSolver> cardan_wall_solvers();
std::vector<WallSolver> dart_wall_solvers();
std::vector<WallSolver> siconos_wall_solvers();

/// Median time of solve() [ms], which runs repeatedly for at most about a second.
double median_milliseconds(const std::function<void()>& solve);

}  // namespace cardan::bench
