#pragma once

#include <vector>

#include "cardan/problem_view.h"

namespace cardan::lemke {

/// The LCP in the non-negative rows, equilibrated by D = diag(√step): w = M x + q with λ = D x.
/// FREE rows are eliminated: λ_F = −A_FF⁻¹ (A_FN λ_N + b_F).
class Reduction {
 public:
  void reserve(int rows);
  void build(const sdk::ProblemView& problem);
  int n() const { return n_; }
  const double* M() const { return M_.data(); }  ///< n × n, row-major
  const double* q() const { return q_.data(); }
  /// Number of free rows; problem row of the i-th free row and of the i-th reduced variable; √step
  /// of a row.
  int free_count() const { return free_; }
  int free_row(int i) const { return order_[i]; }
  int row(int i) const { return order_[free_ + i]; }
  double d(int row) const { return d_[row]; }
  /// Computes λ of all rows from x ≥ 0 of the non-negative rows.
  void expand(const double* x, double* lambda) const;
  /// Expands a direction of x: λ_F = −A_FF⁻¹ A_FN λ_N.
  void expand_direction(const double* x, double* lambda) const;
  /// x of a given λ; negative parts become zero.
  void reduce(const double* lambda, double* x) const;

 private:
  void expand_from(double bias, const double* x, double* lambda) const;
  /// Gauss–Jordan on the free rows with full pivoting.
  void eliminate_free_rows();
  void choose_pivot(int k);

  int m_ = 0, n_ = 0, free_ = 0;
  std::vector<int> order_;      ///< rows of the problem: the free ones first
  std::vector<double> d_;       ///< √step by row
  std::vector<double> scaled_;  ///< m × (m + 1), row-major: [Ã b̃] in the order of order_
  std::vector<double> M_, q_;
};

}  // namespace cardan::lemke
