#pragma once

#include <vector>

namespace cardan::pgs {

/// The linear complementarity problem of one group with all others fixed: u = W x + q, u_i = 0 in
/// free rows, 0 ≤ x_i ⊥ u_i ≥ 0 in the others. Intended for small groups, since every basis is
/// factorised anew.
class GroupSolver {
 public:
  void reserve(int rows);

  /// W: n × n, row-major; d: scale of each row (x = d x̃); is_free: 1 for free rows. x in: a guess,
  /// whose basis is tried first; out: the solution. Returns false, with x unchanged, if Lemke's
  /// method ends on a ray or a basis is singular.
  bool solve(const double* W, const double* q, const double* d, const char* is_free, int n,
             double* x);

 private:
  void set_column(int variable, int column);
  bool factor();
  /// Computes values_ = B⁻¹ q. Returns true if no restricted variable is negative.
  bool compute_values();
  bool try_basis_of(const double* x);
  /// Lemke's lexicographic method [1965] with covering vector number `which`.
  bool pivot_from_slacks(int which);
  /// Row that leaves the basis for the entering column direction_; -1: none (a ray).
  int choose_leaving();
  /// Picks the row in ties_ whose row of B⁻¹ divided by its entry of direction_ is
  /// lexicographically smallest.
  int break_tie(int count);
  bool is_restricted(int row) const;
  void read_solution(const double* d, double* x) const;

  int n_ = 0;
  const char* is_free_ = nullptr;
  std::vector<double> M_, q_, cover_;  ///< scaled
  std::vector<double> B_, values_, direction_, unit_;
  std::vector<int> basis_;  ///< variable of each column: u_i = i, x_i = n + i, z₀ = 2 n
  std::vector<int> swaps_, ties_;
};

}  // namespace cardan::pgs
