#pragma once

#include <cstdint>
#include <vector>

#include "cardan/problem.h"
#include "constraint/rows/base_problem.h"

namespace cardan {

/// The lift from the base problem to the rows of a formulation (docs/theory/problem-form.md,
/// section 1):
///   λ_C = T λ + t0,   Y = Tᵀ Y_C,   S = Tᵀ S_C T + S_F,   b = Tᵀ (b_C + A_C t0) + c.
/// Rows are defined in order: take() for each nonzero T(base row, row), couple() for each
/// S_F(row, column) with ascending columns, then end_row(). Storage is reused.
class Lift {
 public:
  void clear(const BaseProblem& base);

  void take(int base_row, double coefficient) {
    same_ = same_ && coefficient == 1 && base_row == rows() && num_taken() == base_row;
    Tt_.push(base_row, coefficient);
  }
  /// Takes every base row once, in order (T = 1). Replaces all calls to the functions that define
  /// rows.
  void take_all() { stride_ = 1; }
  /// Takes the first of the three rows of each contact. Replaces all calls to the functions that
  /// define rows.
  void take_normals() { stride_ = kNormals; }
  void couple(int column, double value) {
    same_ = false;
    S_F_.push(column, value);
  }
  /// Ends a row. c: constant term of the row.
  void end_row(double c = 0);

  int rows() const { return stride_ > 0 ? Tt_.cols / stride_ : Tt_.rows(); }

  /// Known impulses of the base rows (one per row), initially zero.
  std::vector<double>& t0() {
    same_ = false;
    return t0_;
  }
  /// Adds S [1/kg] to S_C of a base row.
  void add_compliance(int base_row, double S) {
    same_ = false;
    added_S_[base_row] += S;
  }
  /// Sets ε in S_ii += ε A_ii for every row that takes an impulse of the base (not for slack rows).
  void set_relative_compliance(double epsilon) {
    same_ = false;
    epsilon_ = epsilon;
  }

  /// Writes Y and S of the problem.
  void write_matrix(const BaseProblem& base, Problem& problem);
  /// Writes the matrix with velocities as unknowns. The first n rows, which take no base rows, are
  /// M̂ v − Jᵀ T λ; the others have Tᵀ J in place of Y. Y stays empty,
  /// S = [M̂ −J_Fᵀ; J_F  Tᵀ S_C T + S_F] with J_F = Tᵀ J. Needs base.mass_form.
  void write_mixed_matrix(const BaseProblem& base, Problem& problem);
  /// Writes b of the problem. b_C: one entry per row of the base.
  void write_bias(const BaseProblem& base, const double* b_C, Problem& problem);
  /// Writes b = [−M̂ v* − Jᵀ t0; Tᵀ (b_C − J v* + S_C t0) + c].
  void write_mixed_bias(const BaseProblem& base, const double* b_C, Problem& problem);

  /// Computes λ_C = T λ + t0.
  void to_base(const double* lambda, double* lambda_C) const;

 private:
  int num_taken() const { return static_cast<int>(Tt_.index.size()); }
  /// True if T = 1, t0 = 0, S_F = 0 and c = 0, so that the problem equals the base.
  bool is_identity() const {
    return stride_ == 1 || (stride_ == 0 && same_ && rows() == Tt_.cols && num_taken() == rows());
  }
  void copy_matrix(const BaseProblem& base, Problem& problem) const;
  void make_room(const BaseProblem& base);
  /// Appends a row of Tᵀ X to `to`.
  void write_lifted_row(const cardan_rows& X, int row, SparseRows& to);
  /// Appends a row of Tᵀ S_C T + S_F + ε diag(A) to S without ending it. Y contains Tᵀ Y_C up to
  /// this row.
  void write_compliance_row(const BaseProblem& base, int row, const SparseRows& Y, SparseRows& S);

  static constexpr int kNormals = 3;

  /// The problem takes every stride_-th row of the base (take_all(), take_normals()); 0 if Tt_
  /// defines the rows.
  int stride_ = 0;
  bool same_ = true;  ///< true if row i takes base row i once and nothing is added
  SparseRows Tt_;     ///< rows of the problem, columns of the base
  SparseRows T_;      ///< transpose of Tt_
  SparseRows S_F_;
  std::vector<double> c_, t0_, b_;
  std::vector<double> added_S_;  ///< one entry per row of the base
  double epsilon_ = 0;

  std::vector<double> sum_;  ///< dense accumulator, zero between uses
  std::vector<char> seen_;   ///< all entries are false between uses
  std::vector<std::int32_t> touched_;
  std::vector<double> z_;
  SparseRows J_F_, J_Ft_, Y_F_;  ///< for the mixed form: Tᵀ J, its transpose, and Tᵀ Y_C
};

}  // namespace cardan
