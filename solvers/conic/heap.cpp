#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/sdk/natural_map.h"
#include "conic_solver.h"
#include "sweep.h"

namespace cardan::conic {
namespace {

bool all_finite(const double* x, int count) {
  return std::all_of(x, x + count, [](double value) { return std::isfinite(value); });
}

/// The nearest impulses in the sets; bounds that move with a parent after the parents.
void project_cells(const Cells& cells, double* lambda) {
  for (const bool moves : {false, true}) {
    for (int k = 0; k < cells.size(); ++k) {
      const Cell& cell = cells[k];
      if ((cell.parent >= 0) != moves) continue;
      project(Cells::present_set(cell, lambda), lambda + cell.row, lambda + cell.row);
    }
  }
}

}  // namespace

double ConicSolver::judge_heap(const sdk::ProblemView& problem, const double* lambda) {
  compute_velocity(problem, cells_, lambda, z_.data(), u_.data());
  return sdk::natural_map(problem, lambda, u_.data()).residual;
}

double ConicSolver::judge_inside(const sdk::ProblemView& problem, double* lambda) {
  const double residual = judge_heap(problem, lambda);
  if (residual <= problem.tolerance()) return residual;
  project_cells(cells_, lambda);
  return judge_heap(problem, lambda);
}

int ConicSolver::solve_heap(const sdk::ProblemView& problem, double* lambda, double* u,
                            cardan_report& report) {
  cells_built_ = cells_.build(problem);
  if (!cells_built_) return CARDAN_UNSUPPORTED;
  const int m = problem.m();
  report.stage = kSweeps;
  if (!all_finite(lambda, m)) std::fill(lambda, lambda + m, 0.0);
  compute_z(problem, cells_, lambda, z_.data());
  accelerated_.start();
  // Conjugate directions make a sweep of balls a third dearer, and pay from some twenty sweeps on.
  constexpr int kFewSweeps = 16;
  const bool few = budget_.limit <= kFewSweeps && cells_.all_central();
  bool inside = false;
  const double tolerance = problem.tolerance();
  double seen = std::numeric_limits<double>::infinity(), quiet = tolerance;
  while (!budget_.exhausted() && !(seen <= tolerance)) {
    // The last sweep, without extrapolation, ends inside the cones.
    inside = ++budget_.iterations == budget_.limit;
    if (inside) {
      seen = sweep(problem, cells_, lambda, z_.data());
      break;
    }
    if (few) {
      over_relax(problem, cells_, lambda, z_.data());
      continue;
    }
    // Impulses that hardly change may be far from the solution where sweeps crawl: the judge is
    // asked, and again once they change half as much.
    const double change = accelerated_.relax(problem, cells_, lambda, z_.data());
    if (!(change <= quiet)) continue;
    quiet = 0.5 * change;
    seen = judge_inside(problem, lambda);
  }
  report.iterations = budget_.iterations;
  if (!inside) {
    if (!(seen <= tolerance)) seen = judge_inside(problem, lambda);  // cancelled
  } else if (seen <= tolerance) {
    seen = judge_heap(problem, lambda);  // the sweep saw the impulses before each update
  } else if (u != nullptr) {
    for (int k = 0; k < cells_.size(); ++k) {  // z is that of the sweeps
      cell_velocity(problem, cells_[k], z_.data(), lambda, u_.data() + cells_[k].row);
    }
  }
  report.residual = seen;
  // Comparisons of the sweeps and projections may lose a NaN.
  if (!std::isfinite(seen) || !all_finite(lambda, m) || !all_finite(problem.raw().b, m) ||
      !all_finite(z_.data(), problem.cols())) {
    report.residual = std::numeric_limits<double>::infinity();
    std::fill(lambda, lambda + m, 0.0);
    if (u != nullptr) std::fill(u, u + m, 0.0);
    return CARDAN_NUMERIC;
  }
  if (u != nullptr) std::copy(u_.begin(), u_.begin() + m, u);
  if (seen <= tolerance) return CARDAN_SOLVED;
  return inside ? CARDAN_APPROXIMATE : CARDAN_ITERATIONS;
}

}  // namespace cardan::conic
