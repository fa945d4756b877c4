#pragma once

#include <cstdint>
#include <vector>

#include "cardan/solver.h"
#include "solvers/conic/budget.h"

namespace cardan::conic {

/// Solves problems of NONNEGATIVE rows alone, such as contacts without friction: the convex problem
///   min f(λ) = ½ λᵀ A λ + bᵀ λ over λ ≥ 0
/// with A in compressed rows. Gauss–Seidel sweeps find the face {λ_i > 0}; conjugate gradients with
/// a symmetric sweep as preconditioner solve the problem on that face. Negative impulses are then
/// set to zero with a step that reduces f, so f decreases in every round [Dostál 1997, with sweeps
/// instead of gradient steps]. On the face, A = R⁻¹ (1 + L + Lᵀ) R⁻¹ with R = diag(A)^(−1/2) and L
/// strictly lower triangular, and the preconditioned matrix (1 + L)⁻¹ (1 + L + Lᵀ) (1 + Lᵀ)⁻¹ is
/// applied by two triangular solves [Eisenstat 1981].
class NonnegativeQp {
 public:
  void reserve(const cardan_size& size);

  /// Forms A. Returns false if there are rows of another kind, or more than kMostEntries entries of
  /// A per row on average.
  bool build(const sdk::ProblemView& problem);

  /// Largest w |min(λ, r u)| with the A of build() [m/s].
  double residual(const sdk::ProblemView& problem, const double* lambda) const;

  /// Solves in place, starting from lambda. Returns true if a sweep finds a residual of at most a
  /// tenth of the tolerance; false if the budget or the sweep limit is exhausted first, or if a
  /// number is not finite.
  bool solve(const sdk::ProblemView& problem, double* lambda, int max_sweeps, Budget& budget);
  /// Number of sweeps of the last solve().
  int sweeps() const { return sweeps_; }
  /// Estimated floating-point operations of a sweep or a direction.
  double round_work() const { return 2.0 * start_[rows_] + 20.0 * rows_; }

 private:
  /// Largest average number of entries of A per row: a sphere touches at most twelve equal spheres.
  static constexpr int kMostEntries = 32;

  /// Lists the rows of each body. A body has Width contiguous columns of Y; every row contains all
  /// of them or none.
  template <int Width>
  void collect_bodies(const sdk::ProblemView& problem);
  template <int Width>
  bool build_lower(const sdk::ProblemView& problem);
  void mirror();
  double row_velocity(int i, const double* lambda) const;
  /// One projected sweep. Returns the largest residual of a row before its update [m/s].
  double sweep(const sdk::ProblemView& problem, double* lambda) const;
  /// Puts the rows with λ > 0 into face_ and their residuals −u into residual_. Returns f.
  double enter_face(const double* lambda);
  /// Forms the strictly lower triangle L of the scaled matrix of the face, and the scales of the
  /// residuals of its rows.
  void form_face(const sdk::ProblemView& problem);
  /// x ← (1 + L)⁻¹ x.
  void solve_lower(double* x) const;
  /// image_ = t = (1 + Lᵀ)⁻¹ direction_ and rest_ = (1 + L)⁻¹ (direction_ − t). Their sum is the
  /// product of the preconditioned matrix with direction_. Returns the dot product of this sum with
  /// direction_.
  double multiply_face();
  /// Largest w |r u| of the rows of the face [m/s], from the preconditioned residual.
  double face_residual() const;
  /// Conjugate gradients on the face from lambda to trial_, until the residual is below `aim`
  /// [m/s].
  void solve_face(const sdk::ProblemView& problem, const double* lambda, double aim,
                  Budget& budget);
  double value(const double* lambda) const;
  /// λ ← max(λ + t (trial − λ), 0) with the first t of 1, ½, … that reduces f.
  void move(double* lambda, double value_before);

  int rows_ = 0, sweeps_ = 0;
  // By body: its rows, and where the entries of each begin in Y.
  std::vector<std::int32_t> body_start_, body_row_, body_entry_;
  // Entries of A left of the diagonal (lower_), and all entries off the diagonal.
  std::vector<std::int32_t> lower_start_, lower_index_, start_, fill_, index_;
  std::vector<double> lower_value_, value_;
  std::vector<double> diagonal_, inverse_, root_, b_;  ///< A_ii, A_ii⁻¹, A_ii^(−1/2), b
  // Scratch of build_lower: the last row that used a column, and the index of its entry.
  std::vector<std::int32_t> mark_, at_;
  // Rows of the face, ascending; index of a row in the face, −1 if it is not in the face; L of the
  // face.
  std::vector<std::int32_t> face_, place_, face_start_, face_index_;
  std::vector<double> face_value_;
  // By index in the face and in units of R; trial_ and moved_ by row of the problem, in N s.
  std::vector<double> residual_, unit_, solution_, direction_, image_, rest_, trial_, moved_;
};

}  // namespace cardan::conic
