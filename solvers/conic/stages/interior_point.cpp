#include "solvers/conic/bodies/interior_point.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/sweep.h"
#include "solvers/conic/work.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

namespace {

void count_path_step(Workspace& work) {
  Budget& budget = work.budget;
  ++budget.iterations;
  ++budget.factorizations;
  budget.work += kBodies * (work.body_form.factor_work() + 2 * work.body_form.solve_work() +
                            4 * product_work(*work.problem) + 400.0 * work.problem->m());
}

/// Follows the path from the best iterate.
bool follow_path(Workspace& work, int limit, const InteriorStart& options) {
  const sdk::ProblemView& problem = *work.problem;
  std::copy_n(work.best.lambda(), problem.m(), work.lambda);
  const double e = judge_body_iterate(work);
  work.interior_point.start(problem, work.blocks, work.body_form, options, work.lambda,
                            work.u.data(), e);
  for (int k = 0; k < limit && !work.budget.exhausted(); ++k) {
    work.interior_point.copy_impulses(work.lambda);
    if (judge_body_iterate(work) <= problem.tolerance()) return work.confirm_best();
    count_path_step(work);
    if (!work.interior_point.step(work.u.data())) break;
  }
  return false;
}

}  // namespace

Takes takes_interior_point(Workspace& work) {
  if (!work.body_form_built || work.options.max_interior_point == 0) return Takes::kNo;
  if (work.budget.exhausted() || work.at_rounding()) return Takes::kEnd;
  return InteriorPoint::takes(work.body_form) ? Takes::kYes : Takes::kNo;
}

namespace {

constexpr double kRough = 1e-2;  ///< proximal weight of Newton steps far from a solution
constexpr InteriorStart kStarts[] = {{0.3, 1, 0.95}, {1, 3, 0.9}, {0.1, 0.3, 0.8}};

/// Newton steps from the end of a path: proximal ones where it is near a solution.
bool finish_path(Workspace& work) {
  constexpr double kExact = 1e-8;
  constexpr int kSteps = 6, kProximalSteps = 100;
  if (work.is_near()) return proximal_newton(work, kProximalSteps);
  return newton_with_sweeps(work, kSteps, kExact);
}

/// Sweeps from zero impulses, judged as the only iterate. Returns true if the tolerance is met.
bool sweep_from_zero(Workspace& work, int sweeps) {
  const sdk::ProblemView& problem = *work.problem;
  work.best.reset(problem.m());
  std::fill_n(work.lambda, problem.m(), 0.0);
  compute_z(problem, work.blocks, work.lambda, work.z.data());
  body_sweeps(work, sweeps);
  return work.confirm(work.lambda);
}

/// Newton steps from zero impulses. They often find the modes that the steps from the guess miss,
/// and cost less than a path. Keeps the better iterate; if the budget interrupts them, the one
/// before.
bool newton_from_zero(Workspace& work) {
  constexpr int kSweepsBefore = 20;
  const double before = work.best.residual();
  work.best.copy_to(work.kept_lambda.data());
  if (sweep_from_zero(work, kSweepsBefore)) return true;
  if (newton_with_sweeps(work, work.options.max_body_newton, kRough)) return true;
  const bool better = work.best.residual() < before && !work.budget.exhausted();
  return !better && work.confirm(work.kept_lambda.data());
}

/// A path from the best iterate, and Newton steps from its end.
bool try_path(Workspace& work, int limit, const InteriorStart& start) {
  return follow_path(work, limit, start) || finish_path(work);
}

/// True if another attempt may help. With the few bodies of robots, the dense stages cost less than
/// a second path.
bool may_try_again(Workspace& work) {
  return !work.budget.exhausted() && !work.at_rounding() && work.blocks.all_free();
}

/// Sweeps and Newton steps from the best iterate, so that the next path starts from another point,
/// with other modes.
bool move_on(Workspace& work, int attempt) {
  constexpr int kSweepsBefore = 20, kSteps = 20;
  std::copy_n(work.best.lambda(), work.problem->m(), work.lambda);
  compute_z(*work.problem, work.blocks, work.lambda, work.z.data());
  body_sweeps(work, attempt * kSweepsBefore);
  return work.confirm(work.lambda) || newton_with_sweeps(work, kSteps, kRough);
}

/// Paths from kStarts[first] on.
bool follow_paths(Workspace& work, int limit, int first) {
  for (int k = first; k < static_cast<int>(std::size(kStarts)); ++k) {
    if (try_path(work, limit, kStarts[k])) return true;
    if (!may_try_again(work)) return false;
    if (move_on(work, k + 1)) return true;
  }
  return false;
}

/// Paths from zero, for free bodies whose iterate has stagnated near the tolerance. For robots, the
/// dense stages cost less. The impulses of redundant contacts are not unique, and some of them lie
/// on the edges of their cones, where no step helps. Paths from zero lead to others.
bool start_again(Workspace& work, int limit) {
  if (!may_try_again(work) || !work.is_near()) return false;
  double least = HUGE_VAL;
  const auto keep_better = [&] {
    if (work.best.residual() >= least) return;
    least = work.best.residual();
    work.best.copy_to(work.body_lambda.data());
  };
  keep_better();
  for (const int sweeps : {10, 40}) {
    if (sweep_from_zero(work, sweeps) || follow_paths(work, limit, 0)) return true;
    keep_better();
    if (work.budget.exhausted()) break;
  }
  return work.confirm(work.body_lambda.data());
}

}  // namespace

bool solve_interior_point(Workspace& work, int limit) {
  if (try_path(work, limit, kStarts[0])) return true;
  if (may_try_again(work) && newton_from_zero(work)) return true;
  if (may_try_again(work) &&
      (move_on(work, 1) || follow_paths(work, limit, 1) || start_again(work, limit)))
    return true;
  work.return_to_sweeps();
  return false;
}

}  // namespace cardan::conic
