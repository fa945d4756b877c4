#include <cmath>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

int scaled_steps(double rows, int limit, bool last) {
  if (rows <= kNewtonFirst) return limit;
  const double share = kNewtonFirst / rows;
  return static_cast<int>(limit * share * (last ? 1 : share));
}

bool damped_newton(Workspace& work, int max_steps, bool last) {
  work.report->stage = kDampedNewton;
  // Rows of a dense problem of equal work: 2/3 m³ a factorisation.
  const double rows = work.sparse ? std::cbrt(1.5 * work.newton.work()) : work.problem->m();
  const int steps = scaled_steps(rows, max_steps, last);
  return work.newton.solve_damped(work.start_lambda.data(), steps, work.best, work.budget) &&
         work.confirm_best();
}

bool both_newtons(Workspace& work, const double* start, bool last) {
  if (!work.dense && !work.sparse) return false;
  return active_set_newton(work, start) || damped_newton(work, work.options.max_newton, last);
}

Takes takes_damped(Workspace& work) {
  return work.dense && work.problem->m() <= kNewtonFirst ? Takes::kYes : Takes::kNo;
}

bool solve_damped(Workspace& work, int limit) {
  // On larger problems, ADMM has changed the best iterate since the active-set Newton.
  const bool moved = work.problem->m() > kSmall;
  if (moved && active_set_newton(work, work.best.lambda())) return true;
  return damped_newton(work, limit, false);
}

}  // namespace cardan::conic
