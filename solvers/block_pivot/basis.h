#pragma once

#include <cstdint>
#include <vector>

#include "cardan/sdk/problem_view.h"

namespace cardan::block_pivot {

/// Where a row stands.
enum class Side : std::int8_t {
  kLower,  ///< λ at its lower bound, u ≥ 0 wanted
  kBasic,  ///< u = 0, λ within its bounds wanted
  kUpper,  ///< λ at its upper bound, u ≤ 0 wanted
};

/// A partition of the rows and the point that belongs to it: u_B = 0, λ_N at the bounds.
/// Equilibrated by D = diag(√step): λ = D x, w = D u, w = Ã x + b̃.
class Basis {
 public:
  void reserve(int rows);
  /// Bounds and matrix of a problem; every row at the side that λ shows.
  void start(const sdk::ProblemView& problem, const double* lambda);

  /// Every row that has a bound at one of them.
  void start_at_bounds();

  int m() const { return m_; }
  Side side(int row) const { return side_[row]; }
  void set_side(int row, Side side) { side_[row] = side; }

  /// x and w of the partition; false where Ã_BB is singular. factorizations is raised.
  bool solve(int& factorizations);

  /// How far row i is on the wrong side: bounds of x where basic, sign of w elsewhere; > 0 is
  /// wrong.
  double violation(int row) const;
  /// The side that ends the violation.
  Side opposite(int row) const;
  /// Violations below this are rounding.
  double rounding() const { return rounding_; }

  void write_lambda(double* lambda) const;

 private:
  void start_row(const cardan_block& block, int row, double x);
  bool factor(int& factorizations);
  void solve_for_correction();
  void compute_w();

  int m_ = 0, basic_ = 0;
  std::vector<double> A_;  ///< Ã, m × m, column-major
  std::vector<double> b_, lo_, hi_, d_, x_, w_;
  std::vector<double> factor_, rhs_;
  std::vector<int> rows_, swaps_;
  std::vector<Side> side_;
  double rounding_ = 0;
};

}  // namespace cardan::block_pivot
