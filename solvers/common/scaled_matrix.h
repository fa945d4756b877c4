#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cardan/problem_view.h"
#include "solvers/common/dense_kernel.h"
#include "solvers/common/dense_storage.h"

namespace cardan::solvers {

/// The matrix Ã = D A D of a problem, D = diag(√step): dense, symmetric, with a diagonal of about
/// 1.
class ScaledMatrix {
 public:
  void reserve(int rows, int cols, std::int64_t nnz_Y) { reserve(rows, rows, cols, nnz_Y); }
  /// rows: maximum number of rows of problems that use only D (scale()).
  void reserve(int dense_rows, int rows, int cols, std::int64_t nnz_Y) {
    A_.resize(static_cast<std::size_t>(dense_rows) * dense_rows);
    d_.resize(rows);
    column_start_.resize(cols + 2);
    column_row_.resize(nnz_Y);
    column_value_.resize(nnz_Y);
  }

  /// Forms only D; row() and multiply() are then undefined.
  void scale(const sdk::ProblemView& problem) {
    m_ = problem.m();
    for (int i = 0; i < m_; ++i) d_[i] = std::sqrt(problem.step(i));
  }

  /// Forms D and Ã from Y and S. Computes one triangle and mirrors it.
  void form(const sdk::ProblemView& problem) {
    scale(problem);
    std::fill(A_.begin(), A_.begin() + static_cast<std::size_t>(m_) * m_, 0.0);
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

  int rows() const { return m_; }
  const double* row(int i) const { return A_.data() + static_cast<std::size_t>(i) * m_; }
  double d(int i) const { return d_[i]; }
  /// y = Ã x.
  void multiply(const double* x, double* y) const {
    for (int i = 0; i < m_; ++i) y[i] = dot(row(i), x, m_);
  }

 private:
  void add_Y(const sdk::ProblemView& problem) {
    const int cols = problem.cols();
    // column_start_[c + 2] counts the entries of column c; column_start_[c + 1] is then its fill
    // position, and its end in the result.
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

  int m_ = 0;
  DenseStorage<double> A_;
  std::vector<double> d_;
  // Y by columns, rows scaled by D.
  std::vector<int> column_start_, column_row_;
  std::vector<double> column_value_;
};

}  // namespace cardan::solvers
