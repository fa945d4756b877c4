#include <algorithm>

#include "cardan/problem_view.h"
#include "solvers/conic/stages/stages.h"
#include "solvers/conic/sweep.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

Takes takes_accelerated(Workspace& work) {
  return work.options.max_accelerated > 0 ? Takes::kYes : Takes::kNo;
}

// Rounds of 25, 50, 100, … sweeps, each followed by the Newton stages.
bool solve_accelerated(Workspace& work, int limit) {
  const sdk::ProblemView& problem = *work.problem;
  double* lambda = work.lambda;
  sdk::compute_z(problem, lambda, work.z.data());
  work.accelerated.start();
  int round = 25;
  for (int done = 0; done < limit;) {
    work.report->stage = kAcceleratedSweeps;
    const int end = std::min(done + round, limit);
    for (; done < end; ++done) {
      if (work.budget.exhausted()) return work.confirm(lambda);
      const double seen = work.accelerated.step(problem, work.blocks, lambda, work.z.data());
      work.count_sweep();
      if (seen <= problem.tolerance() && work.confirm(lambda)) return true;
    }
    // A final sweep without extrapolation leaves the impulses inside the cones.
    sweep(problem, work.blocks, lambda, work.z.data());
    work.count_sweep();
    if (work.confirm(lambda) || both_newtons(work, lambda, true)) return true;
    if (work.at_rounding()) return false;
    work.accelerated.start();
    round *= 2;
  }
  return false;
}

}  // namespace cardan::conic
