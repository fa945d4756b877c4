#include "solvers/conic/stages/stages.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

Takes takes_free_bodies(Workspace& work) {
  // Smaller problems cost less with dense matrices.
  constexpr int kLeastRows = 60;
  if (work.problem->m() < kLeastRows) return Takes::kNo;
  if (!work.blocks.all_free()) return Takes::kNo;
  const bool fits =
      work.newton_bodies.analyse(*work.problem) && work.admm_bodies.analyse(*work.problem);
  return fits ? Takes::kYes : Takes::kNo;
}

bool solve_free_bodies(Workspace& work, int /*limit*/) {
  work.sparse = true;
  work.newton.form_sparse(*work.problem, work.blocks, work.newton_bodies);
  const int admm = work.options.max_admm;
  const bool solved = active_set_newton(work, work.best.lambda()) ||
                      (!work.at_rounding() && (both_newtons(work, work.best.lambda()) ||
                                               run_admm(work, admm, Polish::kActiveSet) ||
                                               run_admm(work, admm, Polish::kBoth)));
  work.sparse = false;
  work.free_bodies_tried = true;
  return solved;
}

}  // namespace cardan::conic
