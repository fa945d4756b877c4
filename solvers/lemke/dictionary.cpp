#include "dictionary.h"

#include <algorithm>

namespace cardan::lemke {

void Dictionary::reserve(int n) {
  T_.resize(static_cast<std::size_t>(n) * (n + 1));
  beta_.resize(n);
  basic_.resize(n);
  nonbasic_.resize(n + 1);
  row_of_.resize(2 * n + 1);
  column_of_.resize(2 * n + 1);
}

void Dictionary::start(int n, const double* M, const double* q, const double* cover) {
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

void Dictionary::pivot(int row, int column) {
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

double Dictionary::inverse_entry(int row, int j) const {
  const int column = column_of_[j];
  if (column < 0) return row_of_[j] == row ? 1.0 : 0.0;
  return -entry(row, column);
}

}  // namespace cardan::lemke
