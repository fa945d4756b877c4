#pragma once

#include <vector>

#include "cardan/cardan_solver.h"

namespace cardan {

/// Result of one attempt, according to the judge and the solver.
struct Verdict {
  double residual =
      0;  ///< residual computed by the judge [m/s]; infinity if there is no finite answer
  int status = CARDAN_NUMERIC;
  int claim = CARDAN_NUMERIC;  ///< last status that the solver returned
  double restitution_scale = 1;
  int impact_passes = 1;
  bool impacts_finished = true;
  bool work_limited = false;  ///< see IslandFigures::work_limited
};

/// Answer of one link of the chain to an island.
struct Answer {
  std::vector<double> lambda_C;  ///< (m) impulses in contact space [N s, N m s]
  std::vector<double> t0;        ///< (m) known part of lambda_C, from ImpactWork::t0
  std::vector<double> b;         ///< (m) b, or empty, from ImpactWork::b
  std::vector<double> shift;     ///< (Y.cols) or empty, from ImpactWork::shift
  double lag_work = 0;           ///< from ImpactWork::lag_work
  double pull_work = 0;          ///< from ImpactWork::pull_work
  Verdict verdict;
  int link = -1;                 ///< index of the link in the chain
  bool passes_converged = true;  ///< see IslandFigures::passes_converged
};

}  // namespace cardan
