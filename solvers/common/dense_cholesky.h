#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "solvers/common/dense_kernel.h"

/// Dense Cholesky factorisation in storage provided by the caller. Eigen's version allocates for
/// large matrices.
namespace cardan::solvers {

/// M = Uᵀ U in place; M is symmetric positive definite, row-major, with rows n apart. Its upper
/// triangle is read and becomes U; the lower one is not used. Returns false if a pivot is not
/// positive.
inline bool factor_cholesky(double* M, int n) {
  const auto row = [M, n](int i) { return M + static_cast<std::size_t>(i) * n; };
  for (int k = 0; k < n; k += kPanel) {
    const int end = std::min(k + kPanel, n);
    // Rows of the panel: subtract the products with the rows above them in the panel.
    for (int i = k; i < end; ++i) {
      subtract_products(row(i), row(k), n, i - k, i, n, [&](int p) { return row(k + p)[i]; });
      const double pivot = row(i)[i];
      if (!(pivot > 0) || !std::isfinite(pivot)) return false;
      const double inverse = 1 / std::sqrt(pivot);
      for (int j = i; j < n; ++j) row(i)[j] *= inverse;
    }
    int i = end;
    for (; i + 4 <= n; i += 4) {
      double* const rows[4] = {row(i), row(i + 1), row(i + 2), row(i + 3)};
      subtract_products(rows, row(k), n, end - k, i, n,
                        [&](int p, int r) { return row(k + p)[i + r]; });
    }
    for (; i < n; ++i) {
      subtract_products(row(i), row(k), n, end - k, i, n, [&](int p) { return row(k + p)[i]; });
    }
  }
  return true;
}

/// x := (Uᵀ U)⁻¹ x with the result of factor_cholesky.
inline void solve_cholesky(const double* U, int n, double* x) {
  for (int i = 0; i < n; ++i) {
    const double* row = U + static_cast<std::size_t>(i) * n;
    const double f = x[i] /= row[i];
    for (int j = i + 1; j < n; ++j) x[j] -= f * row[j];
  }
  for (int i = n - 1; i >= 0; --i) {
    const double* row = U + static_cast<std::size_t>(i) * n;
    x[i] = (x[i] - dot(row + i + 1, x + i + 1, n - i - 1)) / row[i];
  }
}

}  // namespace cardan::solvers
