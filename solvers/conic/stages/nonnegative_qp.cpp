#include <algorithm>
#include <cmath>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

Takes takes_nonnegative(Workspace& work) {
  return work.nonnegative_built ? Takes::kYes : Takes::kNo;
}

bool solve_nonnegative(Workspace& work, int limit) {
  const sdk::ProblemView& problem = *work.problem;
  // If the budget ends here, the answer is the last iterate, as in the sweeps.
  work.best.reset(problem.m());
  work.nonnegative_qp.solve(problem, work.lambda, limit, work.budget);
  work.sweeps = work.nonnegative_qp.sweeps();
  if (work.confirm(work.lambda)) return true;
  // z belongs to the confirmed λ, which is the best one unless its residual is not finite.
  if (!std::isfinite(work.best.residual())) std::fill(work.z.begin(), work.z.end(), 0.0);
  std::copy(work.best.lambda(), work.best.lambda() + problem.m(), work.lambda);
  return false;
}

}  // namespace cardan::conic
