#include "accelerated.h"

#include <algorithm>

#include "cardan/sdk/velocity.h"
#include "sweep.h"

namespace cardan::conic {

void AcceleratedSweeps::reserve(int rows) {
  direction_.resize(rows);
  before_.resize(rows);
}

double AcceleratedSweeps::step(const sdk::ProblemView& problem, const Cells& cells, double* lambda,
                               double* z) {
  const int m = problem.m();
  std::copy(lambda, lambda + m, before_.begin());
  const double seen = sweep(problem, cells, lambda, z);
  double squared = 0;
  for (int i = 0; i < m; ++i) {
    const double g = before_[i] - lambda[i];
    squared += g * g / problem.step(i);
  }
  // 0/0 once the sweep changes nothing any more.
  const double beta = restart_ || !(gradient_ > 0) ? 2.0 : squared / gradient_;
  gradient_ = squared;
  restart_ = false;
  if (!(beta <= 1)) {
    for (int i = 0; i < m; ++i) direction_[i] = lambda[i] - before_[i];
    return seen;
  }
  for (int i = 0; i < m; ++i) {
    const double g = before_[i] - lambda[i];
    lambda[i] += beta * direction_[i];
    direction_[i] = beta * direction_[i] - g;
  }
  sdk::compute_z(problem, lambda, z);
  return seen;
}

}  // namespace cardan::conic
