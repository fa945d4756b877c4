#include <algorithm>
#include <cmath>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

Takes takes_guess(Workspace&) { return Takes::kYes; }

bool accept_guess(Workspace& work, int /*limit*/) {
  const sdk::ProblemView& problem = *work.problem;
  work.best.reset(problem.m());
  work.nonnegative_built = work.options.max_sweeps > 0 && work.nonnegative_qp.build(problem);
  if (work.nonnegative_built) {
    // The next stage starts from any guess, so a guess that is not a solution needs no
    // confirmation.
    const double residual = work.nonnegative_qp.residual(problem, work.lambda);
    if (residual > problem.tolerance() && std::isfinite(residual)) return false;
  }
  const bool solved = work.confirm(work.lambda);
  if (std::isfinite(work.best.residual())) return solved;
  std::fill(work.lambda, work.lambda + problem.m(), 0.0);
  work.best.reset(problem.m());
  return work.confirm(work.lambda);
}

}  // namespace cardan::conic
