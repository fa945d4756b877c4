#include "solvers/conic/accelerated.h"

#include <algorithm>
#include <cmath>

#include "solvers/conic/sweep.h"

namespace cardan::conic {

void AcceleratedSweeps::reserve(int rows, int cols) {
  z_direction_.resize(cols);
  z_before_.resize(cols);
  direction_.resize(rows);
  before_.resize(rows);
}

double AcceleratedSweeps::step(const sdk::ProblemView& problem, const Blocks& blocks,
                               double* lambda, double* z) {
  remember(problem, lambda, z);
  const double seen = sweep(problem, blocks, lambda, z);
  extrapolate(problem, lambda, z);
  return seen;
}

double AcceleratedSweeps::relax(const sdk::ProblemView& problem, const Blocks& blocks,
                                double* lambda, double* z) {
  remember(problem, lambda, z);
  conic::relax(problem, blocks, lambda, z);
  return extrapolate(problem, lambda, z);
}

void AcceleratedSweeps::remember(const sdk::ProblemView& problem, const double* lambda,
                                 const double* z) {
  std::copy(lambda, lambda + problem.m(), before_.begin());
  std::copy(z, z + problem.cols(), z_before_.begin());
}

double AcceleratedSweeps::extrapolate(const sdk::ProblemView& problem, double* lambda, double* z) {
  const int m = problem.m(), n = problem.cols();
  double squared = 0, change = 0;
  for (int i = 0; i < m; ++i) {
    const double g = before_[i] - lambda[i], speed = g / problem.step(i);
    squared += g * speed;
    change = std::max(change, std::fabs(speed));
  }
  // This would be 0/0 once the sweep no longer changes anything.
  const double beta = restart_ || !(gradient_ > 0) ? 2.0 : squared / gradient_;
  gradient_ = squared;
  restart_ = false;
  if (!(beta <= 1)) {
    for (int i = 0; i < m; ++i) direction_[i] = lambda[i] - before_[i];
    for (int k = 0; k < n; ++k) z_direction_[k] = z[k] - z_before_[k];
    return change;
  }
  for (int i = 0; i < m; ++i) {
    const double g = before_[i] - lambda[i];
    lambda[i] += beta * direction_[i];
    direction_[i] = beta * direction_[i] - g;
  }
  // z is computed by the same combination, because a product with Yᵀ would cost as much as a sweep.
  for (int k = 0; k < n; ++k) {
    const double g = z_before_[k] - z[k];
    z[k] += beta * z_direction_[k];
    z_direction_[k] = beta * z_direction_[k] - g;
  }
  return change;
}

}  // namespace cardan::conic
