#include <algorithm>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

bool active_set_newton(Workspace& work, const double* start, int steps) {
  if (!work.dense && !work.sparse) return false;
  std::copy(start, start + work.problem->m(), work.start_lambda.begin());
  work.report->stage = kActiveSetNewton;
  return work.newton.solve_active_set(work.start_lambda.data(), steps, work.best, work.budget) &&
         work.confirm_best();
}

// The first of the dense stages: forms their matrix.
Takes takes_active_set(Workspace& work) {
  // Number of dense factorisations that the remaining work must allow. With fewer, the stage would
  // end before it helps; after the sparse stages have failed, many are needed.
  constexpr int kFewFactorizations = 3, kManyFactorizations = 20;
  const int wanted = work.free_bodies_tried ? kManyFactorizations : kFewFactorizations;
  work.dense = work.dense && work.affords_factorizations(wanted);
  if (work.free_bodies_tried && !work.dense) return Takes::kEnd;
  if (work.budget.exhausted()) return Takes::kEnd;
  if (!work.dense) return Takes::kNo;
  work.newton.form(*work.problem, work.blocks, work.budget);
  return work.problem->m() <= kNewtonFirst ? Takes::kYes : Takes::kNo;
}

bool solve_active_set(Workspace& work, int limit) {
  return active_set_newton(work, work.best.lambda(), limit);
}

}  // namespace cardan::conic
