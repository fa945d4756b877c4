#pragma once

#include <cstdint>
#include <vector>

#include "cardan/problem_view.h"

namespace cardan::block_pivot {

/// Side of a row in a partition.
enum class Side : std::int8_t {
  kLower,  ///< λ at its lower bound; requires u ≥ 0
  kBasic,  ///< u = 0; requires λ within its bounds
  kUpper,  ///< λ at its upper bound; requires u ≤ 0
};

/// A partition of the rows and the corresponding point: u_B = 0, λ_N at the bounds. Equilibrated by
/// D = diag(√step): λ = D x, w = D u, w = Ã x + b̃.
class Basis {
 public:
  void reserve(int rows);
  /// Copies the bounds and the matrix of a problem and puts each row on the side given by λ.
  void start(const sdk::ProblemView& problem, const double* lambda);

  /// Puts each row that has a bound at a bound.
  void start_at_bounds();

  int m() const { return m_; }
  Side side(int row) const { return side_[row]; }
  void set_side(int row, Side side) { side_[row] = side; }

  /// Computes x and w of the partition and increments factorizations. Returns false if Ã_BB is
  /// singular.
  bool solve(int& factorizations);

  /// Violation of row i: of the bounds of x if the row is basic, else of the sign of w. Positive if
  /// violated.
  double violation(int row) const;
  /// The side on which the row is not violated.
  Side opposite(int row) const;
  /// Violations below this are treated as rounding errors.
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
