#pragma once

#include <algorithm>
#include <vector>

#include "solvers/common/dense_storage.h"

namespace cardan::solvers {

/// The dictionary of w − M z − c z₀ = q (c > 0: covering vector): basic variables as affine
/// functions of the non-basic ones,  x_B = β + T x_N,  n × (n + 1). Variables are numbered w_i = i,
/// z_i = n + i, z₀ = 2n.
class Dictionary {
 public:
  void reserve(int n);

  /// Starts with all w_i basic. M: n × n, row-major; q, cover: n numbers.
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

  /// Entry j of row i of B⁻¹, where B is the basis matrix. With right-hand side q + (ε, ε², …), the
  /// basic variables are β + B⁻¹ (ε, ε², …); the lexicographic rule compares them.
  double inverse_entry(int row, int j) const;

 private:
  int n_ = 0;
  DenseStorage<double> T_;
  std::vector<double> beta_;
  std::vector<int> basic_, nonbasic_, row_of_, column_of_;
};

inline void Dictionary::reserve(int n) {
  T_.resize(static_cast<std::size_t>(n) * (n + 1));
  beta_.resize(n);
  basic_.resize(n);
  nonbasic_.resize(n + 1);
  row_of_.resize(2 * n + 1);
  column_of_.resize(2 * n + 1);
}

inline void Dictionary::start(int n, const double* M, const double* q, const double* cover) {
  n_ = n;
  for (int i = 0; i < n; ++i) {
    double* row = T_.data() + i * (n + 1);
    std::copy(M + i * n, M + (i + 1) * n, row);
    row[n] = cover[i];
    beta_[i] = q[i];
    basic_[i] = i;
    nonbasic_[i] = n + i;
    row_of_[i] = i;
    column_of_[i] = -1;
    row_of_[n + i] = -1;
    column_of_[n + i] = i;
  }
  nonbasic_[n] = 2 * n;
  row_of_[2 * n] = -1;
  column_of_[2 * n] = n;
}

inline void Dictionary::pivot(int row, int column) {
  const int stride = n_ + 1;
  double* pivot_row = T_.data() + row * stride;
  // Solve the pivot row for the entering variable: x_s = (x_r − β_r − Σ T_rj x_j)/T_rs.
  const double inverse = 1 / pivot_row[column];
  for (int j = 0; j < stride; ++j) pivot_row[j] *= -inverse;
  pivot_row[column] = inverse;
  beta_[row] *= -inverse;
  for (int i = 0; i < n_; ++i) {
    double* other = T_.data() + i * stride;
    const double f = other[column];
    if (i == row || f == 0) continue;
    other[column] = 0;
    for (int j = 0; j < stride; ++j) other[j] += f * pivot_row[j];
    beta_[i] += f * beta_[row];
  }
  const int leaving = basic_[row], entering = nonbasic_[column];
  basic_[row] = entering;
  nonbasic_[column] = leaving;
  row_of_[entering] = row;
  column_of_[entering] = -1;
  row_of_[leaving] = -1;
  column_of_[leaving] = column;
}

inline double Dictionary::inverse_entry(int row, int j) const {
  const int column = column_of_[j];
  if (column < 0) return row_of_[j] == row ? 1.0 : 0.0;
  return -entry(row, column);
}

}  // namespace cardan::solvers
