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

  void take(int base_row, double coefficient) {
    same_ = same_ && coefficient == 1 && base_row == rows() && num_taken() == base_row;
    Tt_.push(base_row, coefficient);
  }
  /// Every base row once, in their order: T = 1. In place of all other calls.
  void take_all() { stride_ = 1; }
  /// Takes the first of each contact's three rows. In place of all other calls.
  void take_normals() { stride_ = kNormals; }
  void couple(int column, double value) {
    same_ = false;
    S_F_.push(column, value);
  }
  /// c: the row's own constant.
  void end_row(double c = 0);

  int rows() const { return stride_ > 0 ? Tt_.cols / stride_ : Tt_.rows(); }

  /// Known impulses of the base rows, zero at first (m of the base).
  std::vector<double>& t0() {
    same_ = false;
    return t0_;
  }
  /// S_C of a base row becomes larger by S [1/kg].
  void add_compliance(int base_row, double S) {
    same_ = false;
    added_S_[base_row] += S;
  }
  /// ε of S_ii += ε A_ii on every row that carries an impulse of the base (not on slack rows).
  void set_relative_compliance(double epsilon) {
    same_ = false;
    epsilon_ = epsilon;
  }

  /// Y and S of the problem.
  void write_matrix(const BaseProblem& base, Problem& problem);
  /// Matrix with the velocities as unknowns: the first n rows, which take nothing, are M̂ v − Jᵀ T
  /// λ and the others get Tᵀ J in place of Y. Y stays empty, S = [M̂ −J_Fᵀ; J_F  Tᵀ S_C T + S_F]
  /// with J_F = Tᵀ J. Needs base.mass_form.
  void write_mixed_matrix(const BaseProblem& base, Problem& problem);
  /// b of the problem. b_C: (m of the base).
  void write_bias(const BaseProblem& base, const double* b_C, Problem& problem);
  /// b = [−M̂ v* − Jᵀ t0; Tᵀ (b_C − J v* + S_C t0) + c].
  void write_mixed_bias(const BaseProblem& base, const double* b_C, Problem& problem);

  /// λ_C = T λ + t0.
  void to_base(const double* lambda, double* lambda_C) const;

 private:
  int num_taken() const { return static_cast<int>(Tt_.index.size()); }
  /// T = 1, t0 = 0, S_F = 0, c = 0: the problem is the base itself.
  bool is_identity() const {
    return stride_ == 1 || (stride_ == 0 && same_ && rows() == Tt_.cols && num_taken() == rows());
  }
  void copy_matrix(const BaseProblem& base, Problem& problem) const;
  void make_room(const BaseProblem& base);
  /// Appends row of Tᵀ X to `to`.
  void write_lifted_row(const cardan_rows& X, int row, SparseRows& to);
  /// Appends row of Tᵀ S_C T + S_F + ε diag(A) to S, without ending it. Y: Tᵀ Y_C up to this row.
  void write_compliance_row(const BaseProblem& base, int row, const SparseRows& Y, SparseRows& S);

  static constexpr int kNormals = 3;

  /// One row in so many of the base, as take_all() and take_normals() say; 0: Tt_ says it.
  int stride_ = 0;
  bool same_ = true;  ///< row i takes base row i once, and nothing was added
  SparseRows Tt_;     ///< rows: the problem's, columns: the base's
  SparseRows T_;      ///< its transpose
  SparseRows S_F_;
  std::vector<double> c_, t0_, b_;
  std::vector<double> added_S_;  ///< (m of the base)
  double epsilon_ = 0;

  std::vector<double> sum_;  ///< dense accumulator, zero between uses
  std::vector<char> seen_;   ///< false between uses
  std::vector<std::int32_t> touched_;
  std::vector<double> z_;
  SparseRows J_F_, J_Ft_, Y_F_;  ///< of the mixed form: Tᵀ J, its transpose, Tᵀ Y_C
};

}  // namespace cardan
