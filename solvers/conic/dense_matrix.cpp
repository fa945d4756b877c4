#include "dense_matrix.h"

#include <algorithm>
#include <cmath>

namespace cardan::conic {

void DenseMatrix::reserve(int rows, int cols, std::int64_t nnz_Y) {
  A_.resize(static_cast<std::size_t>(rows) * rows);
  d_.resize(rows);
  column_start_.resize(cols + 2);
  column_row_.resize(nnz_Y);
  column_value_.resize(nnz_Y);
}

void DenseMatrix::form(const sdk::ProblemView& problem) {
  m_ = problem.m();
  std::fill(A_.begin(), A_.begin() + static_cast<std::size_t>(m_) * m_, 0.0);
  for (int i = 0; i < m_; ++i) d_[i] = std::sqrt(problem.step(i));
  if (problem.has_factors() && problem.cols() > 0) add_Y(problem);
  for (int i = 0; i < m_; ++i) {
    const sdk::SparseRow row = problem.S_row(i);
    for (int k = 0; k < row.size && row.index[k] <= i; ++k) {
      A_[static_cast<std::size_t>(i) * m_ + row.index[k]] +=
          d_[i] * row.value[k] * d_[row.index[k]];
    }
  }
  for (int i = 0; i < m_; ++i) {
    for (int j = 0; j < i; ++j) {
      A_[static_cast<std::size_t>(j) * m_ + i] = A_[static_cast<std::size_t>(i) * m_ + j];
    }
  }
}

void DenseMatrix::add_Y(const sdk::ProblemView& problem) {
  const int cols = problem.cols();
  // column_start_[c + 1] first counts, then is the fill position of column c, then its end.
  std::fill(column_start_.begin(), column_start_.begin() + cols + 2, 0);
  for (int i = 0; i < m_; ++i) {
    const sdk::SparseRow row = problem.Y_row(i);
    for (int k = 0; k < row.size; ++k) ++column_start_[row.index[k] + 2];
  }
  for (int c = 0; c < cols; ++c) column_start_[c + 2] += column_start_[c + 1];
  for (int i = 0; i < m_; ++i) {
    const sdk::SparseRow row = problem.Y_row(i);
    for (int k = 0; k < row.size; ++k) {
      const int at = column_start_[row.index[k] + 1]++;
      column_row_[at] = i;
      column_value_[at] = d_[i] * row.value[k];
    }
  }
  for (int c = 0; c < cols; ++c) {
    for (int p = column_start_[c]; p < column_start_[c + 1]; ++p) {
      double* row = A_.data() + static_cast<std::size_t>(column_row_[p]) * m_;
      const double value = column_value_[p];
      for (int q = column_start_[c]; q <= p; ++q) row[column_row_[q]] += value * column_value_[q];
    }
  }
}

void DenseMatrix::multiply(const double* x, double* y) const {
  for (int i = 0; i < m_; ++i) {
    const double* a = row(i);
    double sum = 0;
    for (int j = 0; j < m_; ++j) sum += a[j] * x[j];
    y[i] = sum;
  }
}

}  // namespace cardan::conic
