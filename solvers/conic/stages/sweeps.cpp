#include <algorithm>
#include <limits>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/sweep.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {
namespace {

/// Sweeps continue down to this fraction of the tolerance, with at most kExtraSweeps sweeps. With
/// an answer just below the tolerance, bodies creep, and the answer is not accepted as the guess of
/// the next step.
constexpr double kBetter = 1e-2;
constexpr int kExtraSweeps = 2;

bool plain_sweeps(Workspace& work, int limit) {
  constexpr int kWindow = 4;
  const sdk::ProblemView& problem = *work.problem;
  int extra = kExtraSweeps;
  double history[kWindow] = {};
  // If the budget ends early, the answer is the result of the last sweep. With zero impulses,
  // bodies would fall through each other, even if the residual were smaller.
  const bool cold =
      std::all_of(work.lambda, work.lambda + problem.m(), [](double x) { return x == 0; });
  if (cold && limit > 0) work.best.reset(problem.m());
  for (int k = 0; k < limit; ++k) {
    if (work.budget.exhausted()) break;
    const double seen = sweep(problem, work.blocks, work.lambda, work.z.data());
    work.count_sweep();
    // `seen` is the residual before the sweep; λ is already one sweep further.
    const bool better = seen <= kBetter * problem.tolerance();
    if ((seen <= problem.tolerance() && (better || --extra < 0)) || k == limit - 1) {
      if (work.confirm(work.lambda)) return true;
    }
    const double before = history[k % kWindow];
    if (k >= kWindow && seen > 0.1 * before) break;
    history[k % kWindow] = seen;
  }
  return work.confirm(work.lambda);
}

/// Conjugate directions often converge where plain sweeps stagnate. Continues while eight sweeps
/// reduce the residual by a factor of 10.
bool conjugate_sweeps(Workspace& work, int limit) {
  constexpr int kWindow = 8;
  const sdk::ProblemView& problem = *work.problem;
  if (limit <= 0) return false;
  double before = std::numeric_limits<double>::infinity();
  work.accelerated.start();
  for (int k = 0; k < limit && !work.budget.exhausted(); ++k) {
    const double seen = work.accelerated.step(problem, work.blocks, work.lambda, work.z.data());
    work.count_sweep();
    if (seen <= problem.tolerance() && work.confirm(work.lambda)) return true;
    if (k % kWindow != kWindow - 1) continue;
    if (!(seen <= 0.1 * before)) break;
    before = seen;
  }
  sweep(problem, work.blocks, work.lambda, work.z.data());
  return work.confirm(work.lambda);
}

}  // namespace

Takes takes_sweeps(Workspace& work) {
  work.blocks_built = work.blocks.build(*work.problem);
  return work.blocks_built ? Takes::kYes : Takes::kEnd;
}

bool solve_by_sweeps(Workspace& work, int limit) {
  constexpr int kMostConjugate = 64;
  if (plain_sweeps(work, std::min(limit - work.sweeps, work.budget.limit)) ||
      work.best.residual() <= work.problem->tolerance()) {
    return true;
  }
  if (work.budget.exhausted()) return false;
  // From the first stagnation on, piles of spheres gain more from Newton steps over bodies.
  if (work.blocks.all_central() && wants_body_stages(work)) return false;
  return conjugate_sweeps(work, std::min(kMostConjugate, limit - work.budget.iterations));
}

}  // namespace cardan::conic
