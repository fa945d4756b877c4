#pragma once

#include <cmath>
#include <vector>

#include "cardan/problem_view.h"

namespace cardan::solvers {

/// Bounds of one row at the current x. A coupled row (BOX_MU) has lo = −hi and hi = slope x_parent.
struct Interval {
  double lo, hi;
  double slope;  ///< d hi/d x_parent; 0 without a parent or if the parent's impulse is not positive
  int parent;    ///< row, or -1
};

/// FREE, NONNEGATIVE, BOX and BOX_MU rows of a problem as a mixed complementarity problem, in units
/// in which every step is one: x = λ/d, y = d u = M x + q with d = √step, M = D A D. A row then
/// requires y = 0 inside its interval, y ≥ 0 at the lower and y ≤ 0 at the upper bound.
class ScaledRows {
 public:
  void reserve(int rows);
  /// Needs a dense A. x_i = λ_i/d(i).
  void build(const sdk::ProblemView& problem);

  int n() const { return n_; }
  double d(int i) const { return d_[i]; }
  double q(int i) const { return q_[i]; }
  /// Row i of M, n numbers.
  const double* row(int i) const { return M_.data() + static_cast<std::size_t>(i) * n_; }
  /// Whether the interval of row i is 0 ≤ x.
  bool is_ray(int i) const { return lo_[i] == 0 && std::isinf(hi_[i]); }

  /// y = M x + q.
  void compute_velocity(const double* x, double* y) const;
  /// The bounds of row i. A parent at or above zero counts as positive for the slope.
  Interval interval(int i, const double* x) const;
  /// Clips x to the intervals, parents before the rows whose bounds depend on them.
  void project(double* x) const;

 private:
  int n_ = 0;
  std::vector<double> M_, q_, d_, lo_, hi_, slope_;
  std::vector<int> parent_;
};

}  // namespace cardan::solvers
