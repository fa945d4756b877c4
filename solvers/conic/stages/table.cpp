#include <algorithm>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {
namespace {

constexpr StageBudget by(int Options::*parameter) { return {parameter, 0, 1}; }
constexpr StageBudget at_most(int limit) { return {nullptr, limit, 1}; }
constexpr StageBudget share_of_work(double share) { return {nullptr, 0, share}; }

/// Refinements of the polygons.
constexpr int kRefinements = 20;

// docs/solvers/conic.md lists what a new stage needs. The order of the rows matters: a stage may
// use what an earlier one has prepared (active_set_newton forms the dense matrix for the stages
// after it). Columns: number in the report, name, takes, budget, run.
constexpr Stage kStages[] = {
    {kAcceptGuess, "accept_guess", takes_guess, at_most(0), accept_guess},
    {kNonnegativeQp, "nonnegative_qp", takes_nonnegative, by(&Options::max_sweeps),
     solve_nonnegative},
    {kSweeps, "sweeps", takes_sweeps, by(&Options::max_sweeps), solve_by_sweeps},
    {kBodyNewton, "body_newton", takes_body_newton, by(&Options::max_body_newton),
     solve_body_newton},
    {kInteriorPoint, "interior_point", takes_interior_point, by(&Options::max_interior_point),
     solve_interior_point},
    {kActiveSetNewton, "free_bodies", takes_free_bodies, share_of_work(0.5), solve_free_bodies},
    {kActiveSetNewton, "active_set_newton", takes_active_set, at_most(kActiveSetSteps),
     solve_active_set},
    {kAdmm, "early_admm", takes_early_admm, by(&Options::max_admm), solve_early_admm},
    {kDampedNewton, "damped_newton", takes_damped, by(&Options::max_newton), solve_damped},
    {kPolyhedralLcp, "polyhedral_lcp", takes_polyhedral, at_most(kRefinements), solve_polyhedral},
    {kAdmm, "admm", takes_admm, by(&Options::max_admm), solve_admm},
    {kAcceleratedSweeps, "accelerated_sweeps", takes_accelerated, by(&Options::max_accelerated),
     solve_accelerated},
};

}  // namespace

sdk::ArrayView<Stage> stage_table() {
  return {kStages, static_cast<int>(sizeof kStages / sizeof kStages[0])};
}

bool run_stages(Workspace& work) {
  for (const Stage& stage : kStages) {
    const Takes takes = stage.takes(work);
    if (takes == Takes::kEnd) return false;
    if (takes == Takes::kNo) continue;
    work.report->stage = stage.number;
    const StageBudget& budget = stage.budget;
    const int limit = budget.parameter != nullptr ? work.options.*budget.parameter : budget.limit;
    const double whole = work.budget.work_limit;
    work.budget.work_limit = std::min(whole, work.budget.work + budget.share * whole);
    const bool solved = stage.run(work, limit);
    work.budget.work_limit = whole;
    if (solved) return true;
  }
  return false;
}

}  // namespace cardan::conic
