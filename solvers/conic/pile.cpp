#include "solvers/conic/pile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/projections.h"
#include "solvers/conic/stages/stage.h"
#include "solvers/conic/sweep.h"

namespace cardan::conic {
namespace {

bool all_finite(const double* x, int count) {
  return std::all_of(x, x + count, [](double value) { return std::isfinite(value); });
}

/// Projects the impulses on their sets, bounds that follow a parent after all parents.
void project_blocks(const Blocks& blocks, double* lambda) {
  for (const bool moves : {false, true}) {
    for (int k = 0; k < blocks.size(); ++k) {
      const Block& block = blocks[k];
      if ((block.parent >= 0) != moves) continue;
      sdk::project(Blocks::present_set(block, lambda), lambda + block.row);
    }
  }
}

/// z, u and the residual of work.lambda.
double judge(Workspace& work) {
  compute_velocity(*work.problem, work.blocks, work.lambda, work.z.data(), work.u.data());
  return sdk::natural_map(*work.problem, work.lambda, work.u.data()).residual;
}

/// Calls judge(). If the residual exceeds the tolerance, projects the impulses on their sets and
/// judges them again.
double judge_inside(Workspace& work) {
  const double residual = judge(work);
  if (residual <= work.problem->tolerance()) return residual;
  project_blocks(work.blocks, work.lambda);
  return judge(work);
}

}  // namespace

int solve_pile(Workspace& work, double* u) {
  const sdk::ProblemView& problem = *work.problem;
  const Blocks& blocks = work.blocks;
  Budget& budget = work.budget;
  cardan_report& report = *work.report;
  double *lambda = work.lambda, *z = work.z.data();
  budget.limit = std::min(budget.limit, work.options.pile_sweeps);
  work.blocks_built = work.blocks.build(problem);
  if (!work.blocks_built) return CARDAN_UNSUPPORTED;
  const int m = problem.m();
  report.stage = kSweeps;
  if (!all_finite(lambda, m)) std::fill(lambda, lambda + m, 0.0);
  compute_z(problem, blocks, lambda, z);
  work.accelerated.start();
  // Conjugate directions add a third to the cost of such a sweep, and pay off only after about
  // twenty sweeps.
  constexpr int kFewSweeps = 16;
  const bool few = budget.limit <= kFewSweeps && blocks.all_central();
  bool inside = false;
  const double tolerance = problem.tolerance();
  double seen = std::numeric_limits<double>::infinity(), quiet = tolerance;
  while (!budget.exhausted() && !(seen <= tolerance)) {
    // The last sweep has no extrapolation and ends inside the cones.
    inside = ++budget.iterations == budget.limit;
    if (inside) {
      seen = sweep(problem, blocks, lambda, z);
      break;
    }
    if (few) {
      over_relax(problem, blocks, lambda, z);
      continue;
    }
    // Impulses that hardly change can be far from the solution if the sweeps converge slowly. They
    // are judged, and judged again when they change half as much.
    const double change = work.accelerated.relax(problem, blocks, lambda, z);
    if (!(change <= quiet)) continue;
    quiet = 0.5 * change;
    seen = judge_inside(work);
  }
  report.iterations = budget.iterations;
  if (!inside) {
    if (!(seen <= tolerance)) seen = judge_inside(work);  // the solve was cancelled
  } else if (seen <= tolerance) {
    seen = judge(work);  // the sweep computed the residual before each update
  } else if (u != nullptr) {
    for (int k = 0; k < blocks.size(); ++k) {  // z belongs to the iterate of the sweeps
      block_velocity(problem, blocks[k], z, lambda, work.u.data() + blocks[k].row);
    }
  }
  report.residual = seen;
  // Comparisons in the sweeps and projections can lose a NaN.
  if (!std::isfinite(seen) || !all_finite(lambda, m) || !all_finite(problem.raw().b, m) ||
      !all_finite(z, problem.cols())) {
    report.residual = std::numeric_limits<double>::infinity();
    std::fill(lambda, lambda + m, 0.0);
    if (u != nullptr) std::fill(u, u + m, 0.0);
    return CARDAN_NUMERIC;
  }
  if (u != nullptr) std::copy(work.u.begin(), work.u.begin() + m, u);
  if (seen <= tolerance) return CARDAN_SOLVED;
  return inside ? CARDAN_APPROXIMATE : CARDAN_ITERATIONS;
}

}  // namespace cardan::conic
