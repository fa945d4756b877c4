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
class HalfLines {
 public:
  void reserve(const cardan_size& size);

  /// A of the problem. False: rows of another kind, or more entries of A than a heap has.
  bool build(const sdk::ProblemView& problem);

  /// From lambda, in place. True when the largest |min(λ/r, u)| is far below the tolerance; false
  /// where the budget ends first, or where that brings little.
  bool solve(const sdk::ProblemView& problem, double* lambda, int max_sweeps, Budget& budget);
  /// Of the last solve.
  int sweeps() const { return sweeps_; }

 private:
  /// Entries of A a row, on average: a ball touches twelve others at most.
  static constexpr int kMostEntries = 32;

  bool build_lower(const sdk::ProblemView& problem);
  void collect_columns(const sdk::ProblemView& problem);
  void mirror();
  double row_velocity(int i, const double* lambda) const;
  /// One projected sweep; the largest residual [m/s] met before each row's update.
  double sweep(const sdk::ProblemView& problem, double* lambda) const;
  /// f, and the rows with λ > 0 with what is left of their equations in gradient_.
  double enter_face(const double* lambda);
  /// Conjugate gradients on the face from lambda to trial_. What is left is below `aim` [m/s].
  void solve_face(const sdk::ProblemView& problem, const double* lambda, double aim,
                  Budget& budget);
  /// direction_image_ = A direction_, on the face.
  void multiply_face();
  /// z = (D + U)⁻¹ D (D + Lo)⁻¹ residual_ on the face: one sweep forwards, one backwards.
  void precondition();
  double value(const double* lambda) const;
  /// λ ← max(λ + t (trial − λ), 0) with the first t of 1, ½, … for which f falls.
  void move(double* lambda, double value_before);

  int rows_ = 0, sweeps_ = 0;
  // Columns of Y: the rows that have an entry in each.
  std::vector<std::int32_t> column_start_, column_row_;
  std::vector<double> column_value_;
  // Entries left of the diagonal, then all of them but the diagonal; ascending in a row.
  std::vector<std::int32_t> lower_start_, lower_index_, start_, fill_, index_;
  std::vector<double> lower_value_, value_;
  std::vector<double> diagonal_, b_;
  // Of the row that is built: sums by column, which of them it has, and where.
  std::vector<double> sum_;
  std::vector<std::int32_t> mark_, touched_;
  std::vector<char> on_face_;
  std::vector<std::int32_t> face_;  ///< rows, ascending
  std::vector<double> residual_, direction_, image_, preconditioned_, trial_, moved_;
};

}  // namespace cardan::conic
