#pragma once

#include <cstdint>
#include <vector>

#include "cardan/sdk/problem_view.h"

namespace cardan::conic {

/// Ã = D A D of a problem, D = diag(√step): dense, symmetric, with a diagonal of about 1.
class DenseMatrix {
 public:
  void reserve(int rows, int cols, std::int64_t nnz_Y);
  /// From Y and S; one triangle, reflected.
  void form(const sdk::ProblemView& problem);
  int rows() const { return m_; }
  const double* row(int i) const { return A_.data() + static_cast<std::size_t>(i) * m_; }
  double d(int i) const { return d_[i]; }
  /// y = Ã x.
  void multiply(const double* x, double* y) const;

 private:
  void add_Y(const sdk::ProblemView& problem);
  int m_ = 0;
  std::vector<double> A_, d_;
  // Y by columns, rows scaled by D.
  std::vector<int> column_start_, column_row_;
  std::vector<double> column_value_;
};

}  // namespace cardan::conic
