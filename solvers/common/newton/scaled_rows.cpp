#include "solvers/common/newton/scaled_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/projections.h"

namespace cardan::solvers {

void ScaledRows::reserve(int rows) {
  const std::size_t m = rows;
  M_.resize(m * m);
  for (auto* v : {&q_, &d_, &lo_, &hi_, &slope_}) v->resize(m);
  parent_.resize(m);
}

void ScaledRows::build(const sdk::ProblemView& problem) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  n_ = problem.m();
  for (int i = 0; i < n_; ++i) {
    d_[i] = std::sqrt(problem.step(i));
    q_[i] = d_[i] * problem.b(i);
  }
  const sdk::DenseView A = problem.A();
  for (int j = 0; j < n_; ++j) {
    const double* column = A.data() + j * A.outerStride();
    for (int i = 0; i < n_; ++i) {
      M_[static_cast<std::size_t>(i) * n_ + j] = d_[i] * column[i] * d_[j];
    }
  }
  for (const cardan_block& block : problem.blocks()) {
    for (int i = block.row; i < block.row + block.dim; ++i) {
      parent_[i] = -1;
      slope_[i] = 0;
      lo_[i] = -kInfinity;
      hi_[i] = kInfinity;
      if (block.kind == CARDAN_NONNEGATIVE) {
        lo_[i] = 0;
      } else if (block.kind == CARDAN_BOX) {
        lo_[i] = block.lo / d_[i];
        hi_[i] = block.hi / d_[i];
      } else if (block.kind == CARDAN_BOX_MU) {
        parent_[i] = block.parent;
        slope_[i] = block.mu * d_[block.parent] / d_[i];
      }
    }
  }
}

void ScaledRows::compute_velocity(const double* x, double* y) const {
  for (int i = 0; i < n_; ++i) {
    const double* M = row(i);
    double sum = q_[i];
    for (int j = 0; j < n_; ++j) sum += M[j] * x[j];
    y[i] = sum;
  }
}

Interval ScaledRows::interval(int i, const double* x) const {
  const int parent = parent_[i];
  if (parent < 0) return {lo_[i], hi_[i], 0, -1};
  const double bound = slope_[i] * std::max(x[parent], 0.0);
  return {-bound, bound, x[parent] >= 0 ? slope_[i] : 0.0, parent};
}

void ScaledRows::project(double* x) const {
  for (int i = 0; i < n_; ++i) {
    if (parent_[i] < 0) x[i] = sdk::clip(x[i], lo_[i], hi_[i]);
  }
  for (int i = 0; i < n_; ++i) {
    if (parent_[i] < 0) continue;
    const Interval interval = this->interval(i, x);
    x[i] = sdk::clip(x[i], interval.lo, interval.hi);
  }
}

}  // namespace cardan::solvers
