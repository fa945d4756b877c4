#pragma once

#include <algorithm>
#include <cmath>

#include "solvers/common/dense_kernel.h"

/// Dense LU factorisation in storage provided by the caller. Eigen's decompositions allocate
/// permutations and packing buffers, but solve() must not allocate.
namespace cardan::solvers {

/// Eliminates the columns [k, end) of M in the rows from k on. Does not change the columns from
/// `end` on. Returns false for a zero pivot.
inline bool factor_lu_panel(double* M, int n, int stride, int k, int end, int* swaps,
                            double* smallest, double* largest) {
  for (; k < end; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(M[i * stride + k]) > std::fabs(M[p * stride + k])) p = i;
    }
    swaps[k] = p;
    if (p != k) std::swap_ranges(M + k * stride, M + k * stride + n, M + p * stride);
    const double* pivot_row = M + k * stride;
    const double pivot = pivot_row[k];
    *smallest = std::min(*smallest, std::fabs(pivot));
    *largest = std::max(*largest, std::fabs(pivot));
    if (!(std::fabs(pivot) > 0) || !std::isfinite(pivot)) return false;
    for (int i = k + 1; i < n; ++i) {
      double* row = M + i * stride;
      if (row[k] == 0) continue;
      const double f = row[k] /= pivot;
      for (int j = k + 1; j < end; ++j) row[j] -= f * pivot_row[j];
    }
  }
  return true;
}

/// P M = L U in place with partial pivoting; M row-major, rows `stride` apart; swaps: n numbers.
/// Returns the ratio of the smallest to the largest |pivot|. For a singular matrix, returns 0 and
/// leaves M unusable. Blocked: factors panels of columns and updates the rest by products.
inline double factor_lu(double* M, int n, int stride, int* swaps) {
  double smallest = n > 0 ? HUGE_VAL : 1.0, largest = 0;
  const int width = n <= 2 * kPanel ? n : kPanel;
  for (int k = 0; k < n; k += width) {
    const int end = std::min(k + width, n);
    if (!factor_lu_panel(M, n, stride, k, end, swaps, &smallest, &largest)) return 0;
    if (end == n) break;
    // U in the rows of the panel, then the rows below.
    for (int i = k + 1; i < end; ++i) {
      const double* f = M + i * stride + k;
      subtract_products(M + i * stride, M + k * stride, stride, i - k, end, n,
                        [f](int p) { return f[p]; });
    }
    int i = end;
    for (; i + 4 <= n; i += 4) {
      double* const rows[4] = {M + i * stride, M + (i + 1) * stride, M + (i + 2) * stride,
                               M + (i + 3) * stride};
      subtract_products(rows, M + k * stride, stride, end - k, end, n,
                        [&](int p, int r) { return rows[r][k + p]; });
    }
    for (; i < n; ++i) {
      const double* f = M + i * stride + k;
      subtract_products(M + i * stride, M + k * stride, stride, end - k, end, n,
                        [f](int p) { return f[p]; });
    }
  }
  return largest > 0 ? smallest / largest : 1.0;
}

/// x := M⁻¹ x with the result of factor_lu.
inline void solve_lu(const double* M, int n, int stride, const int* swaps, double* x) {
  for (int k = 0; k < n; ++k) std::swap(x[k], x[swaps[k]]);
  for (int i = 1; i < n; ++i) {
    const double* row = M + i * stride;
    x[i] -= dot(row, x, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    const double* row = M + i * stride;
    x[i] = (x[i] - dot(row + i + 1, x + i + 1, n - i - 1)) / row[i];
  }
}

}  // namespace cardan::solvers
