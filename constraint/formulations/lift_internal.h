#pragma once

#include <cstdint>
#include <vector>

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/problem.h"

namespace cardan {

/// The lift from the base problem to a formulation's own rows (docs/theory/problem-form.md, section
/// 1):
///   λ_C = T λ + t0,   Y = Tᵀ Y_C,   S = Tᵀ S_C T + S_F,   b = Tᵀ (b_C + A_C t0) + c.
/// Rows are given one after the other: take() for each nonzero T(base row, row), couple() for each
/// S_F(row, column) with ascending columns, then end_row(). Storage is reused.
class Lift {
 public:
  void clear(const BaseProblem& base);

  void take(int base_row, double coefficient) { Tt_.push(base_row, coefficient); }
  void couple(int column, double value) { S_F_.push(column, value); }
  /// c: the row's own constant.
  void end_row(double c = 0);

  int rows() const { return Tt_.rows(); }

  /// Known impulses of the base rows, zero at first (m of the base).
  std::vector<double>& t0() { return t0_; }
  /// ε of S_ii += ε A_ii on every row that carries an impulse of the base (not on slack rows).
  void set_relative_compliance(double epsilon) { epsilon_ = epsilon; }

  /// Y and S of the problem.
  void write_matrix(const BaseProblem& base, Problem& problem);
  /// b of the problem. b_C: (m of the base).
  void write_bias(const BaseProblem& base, const double* b_C, Problem& problem);

  /// λ_C = T λ + t0.
  void to_base(const double* lambda, double* lambda_C) const;

 private:
  void write_lifted_row(const BaseProblem& base, int row, Problem& problem);
  void write_compliance_row(const BaseProblem& base, int row, Problem& problem);
  void transpose();

  SparseRows Tt_;  ///< rows: the problem's, columns: the base's
  SparseRows T_;   ///< its transpose
  SparseRows S_F_;
  std::vector<double> c_, t0_, b_;
  double epsilon_ = 0;

  std::vector<double> sum_;  ///< dense accumulator, zero between uses
  std::vector<char> seen_;   ///< false between uses
  std::vector<std::int32_t> touched_;
  std::vector<double> z_;
};

}  // namespace cardan
