#pragma once

#include <vector>

#include "cardan/abi/cardan_solver.h"

namespace cardan {

/// How the judge and the solver rate one attempt.
struct Verdict {
  double residual = 0;  ///< the judge's [m/s]; infinity: no finite answer
  int status = CARDAN_NUMERIC;
  int claim = CARDAN_NUMERIC;  ///< the solver's own last status
  double restitution_scale = 1;
  int impact_passes = 1;
  bool impacts_finished = true;
  bool work_limited = false;  ///< IslandFigures::work_limited
};

/// The answer of one link of the chain to an island.
struct Answer {
  std::vector<double> lambda_C;  ///< (m) impulses in contact space [N s, N m s]
  std::vector<double> t0;        ///< (m) the part of them that ImpactWork::t0 knew before
  std::vector<double> b;         ///< (m) ImpactWork::b
  Verdict verdict;
  int link = -1;        ///< of the chain
  bool settled = true;  ///< false: the formulation's outer loop ended before it settled
};

}  // namespace cardan
