#include "solvers/common/admm.h"

#include <algorithm>
#include <cmath>

#include "cardan/projections.h"
#include "solvers/conic/stages/stages.h"
#include "solvers/conic/work.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

using solvers::Admm;

bool run_admm(Workspace& work, int limit, Polish polish) {
  // Work of ADMM, in Newton steps: in total before the damped Newton, and before each polish.
  constexpr double kEarlyWork = 20, kPolishWork = 3;
  const sdk::ProblemView& problem = *work.problem;
  Admm& admm = work.admm;
  Budget& budget = work.budget;
  admm.start(problem, work.newton.A(), work.best.lambda(),
             work.sparse ? &work.admm_bodies : nullptr);
  const auto offer = [&](const double* lambda, const double* u) {
    const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u);
    work.best.offer(lambda, u, map.residual, map.worst_block);
    return map.residual <= problem.tolerance();
  };
  const double speed = work.sparse ? 1 : kDense;
  int factored = 0;
  const auto spend = [&] {
    budget.work += (budget.factorizations - factored) * speed * work.newton.work();
    factored = budget.factorizations;
    if (budget.exhausted()) return false;
    budget.work += speed * admm.work() + product_work(problem);
    return ++budget.iterations > 0;
  };
  const double newton_steps = admm.work() / work.newton.work();
  const bool early = polish == Polish::kActiveSet;
  // An iteration on a dense problem of m rows takes 4 m² operations.
  if (work.sparse) limit = scaled_steps(std::sqrt(admm.work() / 4), limit, true);
  if (early) limit = std::min(limit, 350 + static_cast<int>(kEarlyWork / newton_steps));
  int round = 50;
  for (int done = 0; done < limit; done += round, round *= 2) {
    work.report->stage = kAdmm;
    const int steps = std::min(round, limit - done);
    factored = budget.factorizations;
    const Admm::Ending ending = admm.run(steps, budget.factorizations, offer, spend);
    if (ending == Admm::Ending::kTolerance && work.confirm_best()) return true;
    if (ending == Admm::Ending::kCancelled || ending == Admm::Ending::kSingular) return false;
    if (early && (done + steps) * newton_steps < kPolishWork && done + steps < limit) continue;
    const bool polished =
        early ? active_set_newton(work, admm.lambda()) : both_newtons(work, admm.lambda());
    if (polished) return true;
  }
  return false;
}

Takes takes_early_admm(Workspace& work) {
  if (work.problem->m() <= kSmall) return Takes::kNo;
  if (work.at_rounding()) return Takes::kEnd;
  return work.dense && work.options.max_admm > 0 ? Takes::kYes : Takes::kNo;
}

bool solve_early_admm(Workspace& work, int limit) {
  return run_admm(work, limit, Polish::kActiveSet);
}

Takes takes_admm(Workspace& work) {
  if (work.ray || work.stalled) return Takes::kEnd;
  return work.dense && work.options.max_admm > 0 ? Takes::kYes : Takes::kNo;
}

bool solve_admm(Workspace& work, int limit) { return run_admm(work, limit, Polish::kBoth); }

}  // namespace cardan::conic
