#pragma once

#include <cstdint>
#include <vector>

#include "budget.h"
#include "cardan/sdk/solver.h"

namespace cardan::conic {

/// Problems of NONNEGATIVE rows alone, as contacts without friction are: the convex problem
///   min f(λ) = ½ λᵀ A λ + bᵀ λ over λ ≥ 0
/// with A in compressed rows. Gauss–Seidel sweeps find the face {λ_i > 0}, conjugate gradients with
/// a symmetric sweep as preconditioner solve on it, and what they make negative is cut off where f
/// falls: f falls in every round [Dostál 1997, with sweeps in place of gradient steps].
/// On the face A = R⁻¹ (1 + L + Lᵀ) R⁻¹ with R = diag(A)^(−1/2), L strictly lower, and the
/// preconditioned matrix (1 + L)⁻¹ (1 + L + Lᵀ) (1 + Lᵀ)⁻¹ is multiplied by two triangular solves
/// [Eisenstat 1981].
class HalfLines {
 public:
  void reserve(const cardan_size& size);

  /// A of the problem. False: rows of another kind, or more entries of A than a heap has.
  bool build(const sdk::ProblemView& problem);

  /// Largest w |min(λ, r u)| by A as it was built [m/s].
  double residual(const sdk::ProblemView& problem, const double* lambda) const;

  /// From lambda, in place. True when the largest |min(λ/r, u)| is far below the tolerance; false
  /// where the budget ends first, or where that brings little.
  bool solve(const sdk::ProblemView& problem, double* lambda, int max_sweeps, Budget& budget);
  /// Sweeps of the last solve.
  int sweeps() const { return sweeps_; }
  /// Floating-point operations of a sweep or of a direction, about.
  double round_work() const { return 2.0 * start_[rows_] + 20.0 * rows_; }

 private:
  /// Entries of A a row, on average: a ball touches twelve others at most.
  static constexpr int kMostEntries = 32;

  /// Width columns of Y side by side are one body's, in every row that has any of them.
  template <int Width>
  void collect_bodies(const sdk::ProblemView& problem);
  template <int Width>
  bool build_lower(const sdk::ProblemView& problem);
  void mirror();
  double row_velocity(int i, const double* lambda) const;
  /// One projected sweep; the largest residual [m/s] met before each row's update.
  double sweep(const sdk::ProblemView& problem, double* lambda) const;
  /// f, and the rows with λ > 0 with what is left of their equations in residual_.
  double enter_face(const double* lambda);
  /// L of the face, and the units of its residuals.
  void form_face(const sdk::ProblemView& problem);
  /// x ← (1 + L)⁻¹ x.
  void solve_lower(double* x) const;
  /// image_ = (1 + Lᵀ)⁻¹ direction_ =: t and rest_ = (1 + L)⁻¹ (direction_ − t): their sum is the
  /// product with the preconditioned matrix. Returns its part along direction_.
  double multiply_face();
  /// Largest w |r u| of the rows of the face [m/s], from (1 + L)⁻¹ of what is left.
  double face_residual() const;
  /// Conjugate gradients on the face from lambda to trial_. The rest is below `aim` [m/s].
  void solve_face(const sdk::ProblemView& problem, const double* lambda, double aim,
                  Budget& budget);
  double value(const double* lambda) const;
  /// λ ← max(λ + t (trial − λ), 0) with the first t of 1, ½, … for which f falls.
  void move(double* lambda, double value_before);

  int rows_ = 0, sweeps_ = 0;
  // Bodies: the rows that have entries of each, and where these begin in Y.
  std::vector<std::int32_t> body_start_, body_row_, body_entry_;
  // Entries left of the diagonal, then all of them but the diagonal.
  std::vector<std::int32_t> lower_start_, lower_index_, start_, fill_, index_;
  std::vector<double> lower_value_, value_;
  std::vector<double> diagonal_, inverse_, root_, b_;  ///< A_ii, A_ii⁻¹, A_ii^(−1/2), b
  // Columns of the row that is built, and where.
  std::vector<std::int32_t> mark_, at_;
  // The rows of the face, ascending, and the place of a row there, −1: none. L of the face.
  std::vector<std::int32_t> face_, place_, face_start_, face_index_;
  std::vector<double> face_value_;
  // By place: in units of R but for trial_ and moved_, which are by row.
  std::vector<double> residual_, unit_, solution_, direction_, image_, rest_, trial_, moved_;
};

}  // namespace cardan::conic
