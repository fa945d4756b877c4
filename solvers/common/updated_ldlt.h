#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace cardan::solvers {

/// The factors M = L D Lᵀ of a symmetric positive definite M. Appending a last row or removing any
/// row takes O(n²). L is unit lower triangular, stored by rows. Does not allocate after reserve.
class UpdatedLdlt {
 public:
  void reserve(int rows) {
    stride_ = rows;
    L_.resize(static_cast<std::size_t>(rows) * rows);
    for (auto* v : {&d_, &work_, &p_, &beta_}) v->resize(rows);
  }
  void clear() { n_ = 0; }
  int size() const { return n_; }

  /// Appends a row. column: size() numbers, its entries in the existing rows. Returns false,
  /// without a change, if the pivot diagonal − columnᵀ M⁻¹ column is not above least_pivot, because
  /// the row then depends on the others.
  bool append(const double* column, double diagonal, double least_pivot) {
    double* row = L_.data() + offset(n_);
    double pivot = diagonal;
    for (int i = 0; i < n_; ++i) {
      row[i] = column[i] - dot(L_.data() + offset(i), row, i);
    }
    for (int i = 0; i < n_; ++i) {
      const double l = row[i] / d_[i];
      pivot -= l * row[i];
      row[i] = l;
    }
    if (!(pivot > least_pivot)) return false;
    d_[n_++] = pivot;
    return true;
  }

  /// Removes row and column k. Adds d_k l lᵀ to the block of the later rows, L₂₂ D₂ L₂₂ᵀ, where l
  /// is column k of L below the diagonal [Gill, Golub, Murray & Saunders 1974, method C1].
  void remove(int k) {
    double alpha = d_[k];
    const int trailing = n_ - k - 1;
    for (int r = 0; r < trailing; ++r) {
      const double* old_row = L_.data() + offset(k + 1 + r);
      double* row = L_.data() + offset(k + r);
      work_[r] = old_row[k];
      std::copy(old_row, old_row + k, row);
      std::copy(old_row + k + 1, old_row + k + 1 + r, row + k);
      d_[k + r] = d_[k + r + 1];
    }
    --n_;
    for (int r = 0; r < trailing; ++r) {
      double* row = L_.data() + offset(k + r) + k;
      double w = work_[r];
      for (int j = 0; j < r; ++j) {
        w -= p_[j] * row[j];
        row[j] += beta_[j] * w;
      }
      const double d = d_[k + r];
      d_[k + r] = d + alpha * w * w;
      p_[r] = w;
      beta_[r] = alpha * w / d_[k + r];
      alpha *= d / d_[k + r];
    }
  }

  /// x := M⁻¹ x.
  void solve(double* x) const {
    for (int i = 0; i < n_; ++i) x[i] -= dot(L_.data() + offset(i), x, i);
    for (int i = 0; i < n_; ++i) x[i] /= d_[i];
    for (int i = n_ - 1; i > 0; --i) {
      const double* row = L_.data() + offset(i);
      const double f = x[i];
      for (int j = 0; j < i; ++j) x[j] -= row[j] * f;
    }
  }

 private:
  std::size_t offset(int row) const { return static_cast<std::size_t>(row) * stride_; }

  /// Uses four independent sums, which hide the latency of an addition.
  static double dot(const double* a, const double* b, int n) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
      s2 += a[i + 2] * b[i + 2];
      s3 += a[i + 3] * b[i + 3];
    }
    for (; i < n; ++i) s0 += a[i] * b[i];
    return (s0 + s1) + (s2 + s3);
  }

  int n_ = 0, stride_ = 0;
  std::vector<double> L_, d_, work_, p_, beta_;
};

}  // namespace cardan::solvers
