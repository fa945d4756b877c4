#pragma once

#include <vector>

namespace cardan::lemke {

/// The dictionary of w − M z − c z₀ = q (c > 0: covering vector): basic variables as affine
/// functions of the non-basic ones,  x_B = β + T x_N,  n × (n + 1). Variables are numbered w_i = i,
/// z_i = n + i, z₀ = 2n.
class Dictionary {
 public:
  void reserve(int n);

  /// All w basic. M: n × n, row-major; q, cover: n numbers.
  void start(int n, const double* M, const double* q, const double* cover);

  int n() const { return n_; }
  int basic(int row) const { return basic_[row]; }
  int nonbasic(int column) const { return nonbasic_[column]; }
  double value(int row) const { return beta_[row]; }
  double entry(int row, int column) const { return T_[row * (n_ + 1) + column]; }
  /// Row of a basic variable, or -1; column of a non-basic one, or -1.
  int row_of(int variable) const { return row_of_[variable]; }
  int column_of(int variable) const { return column_of_[variable]; }

  /// Exchanges the basic variable of `row` with the non-basic one of `column`.
  void pivot(int row, int column);

  /// Entry j of row i of B⁻¹, B the basis matrix: with right-hand side q + (ε, ε², …) the basic
  /// variables become β + B⁻¹ (ε, ε², …), which is what the lexicographic rule compares.
  double inverse_entry(int row, int j) const;

 private:
  int n_ = 0;
  std::vector<double> T_, beta_;
  std::vector<int> basic_, nonbasic_, row_of_, column_of_;
};

}  // namespace cardan::lemke
