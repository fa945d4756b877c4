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

int ConicSolver::solve_heap(const sdk::ProblemView& problem, double* lambda, double* u,
                            cardan_report& report) {
  cells_built_ = cells_.build(problem);
  if (!cells_built_) return CARDAN_UNSUPPORTED;
  const int m = problem.m();
  report.stage = kSweeps;
  if (!all_finite(lambda, m)) std::fill(lambda, lambda + m, 0.0);
  compute_z(problem, cells_, lambda, z_.data());
  accelerated_.start();
  bool inside = false;
  double seen = std::numeric_limits<double>::infinity();
  while (!budget_.exhausted() && !(seen <= problem.tolerance())) {
    // The last sweep, without extrapolation, ends inside the cones.
    inside = ++budget_.iterations == budget_.limit;
    seen = inside ? sweep(problem, cells_, lambda, z_.data())
                  : accelerated_.step(problem, cells_, lambda, z_.data());
  }
  report.iterations = budget_.iterations;
  const bool quiet = seen <= problem.tolerance();
  if (quiet || !inside) {
    // What the sweeps saw is an estimate, of the impulses before each update.
    seen = judge_heap(problem, lambda);
    if (!inside && !(seen <= problem.tolerance())) {
      project_cells(cells_, lambda);
      seen = judge_heap(problem, lambda);
    }
  } else if (u != nullptr) {
    compute_velocity(problem, cells_, lambda, z_.data(), u_.data());
  }
  report.residual = seen;
  // Comparisons of the sweeps and projections may lose what is no number.
  if (!std::isfinite(seen) || !all_finite(lambda, m) || !all_finite(problem.raw().b, m) ||
      !all_finite(z_.data(), problem.cols())) {
    report.residual = std::numeric_limits<double>::infinity();
    std::fill(lambda, lambda + m, 0.0);
    if (u != nullptr) std::fill(u, u + m, 0.0);
    return CARDAN_NUMERIC;
  }
  if (u != nullptr) std::copy(u_.begin(), u_.begin() + m, u);
  if (!quiet && !inside) return CARDAN_ITERATIONS;  // cancelled
  return seen <= problem.tolerance() ? CARDAN_SOLVED : CARDAN_APPROXIMATE;
}

}  // namespace cardan::conic
