#pragma once

#include <algorithm>
#include <cmath>

/// Dense LU in storage of the caller. Eigen's decompositions allocate (permutations, packing
/// buffers), which a solve must not.
namespace cardan::solvers {

/// P M = L U in place with partial pivoting; M row-major, rows `stride` apart; swaps: n numbers.
/// Returns the smallest |pivot| over the largest, 0 for a singular matrix (then unusable).
inline double factor_lu(double* M, int n, int stride, int* swaps) {
  double smallest = n > 0 ? HUGE_VAL : 1.0, largest = 0;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(M[i * stride + k]) > std::fabs(M[p * stride + k])) p = i;
    }
    swaps[k] = p;
    if (p != k) std::swap_ranges(M + k * stride, M + k * stride + n, M + p * stride);
    const double* pivot_row = M + k * stride;
    const double pivot = pivot_row[k];
    smallest = std::min(smallest, std::fabs(pivot));
    largest = std::max(largest, std::fabs(pivot));
    if (!(std::fabs(pivot) > 0) || !std::isfinite(pivot)) return 0;
    for (int i = k + 1; i < n; ++i) {
      double* row = M + i * stride;
      if (row[k] == 0) continue;
      const double f = row[k] /= pivot;
      for (int j = k + 1; j < n; ++j) row[j] -= f * pivot_row[j];
    }
  }
  return largest > 0 ? smallest / largest : 1.0;
}

/// x := M⁻¹ x with the result of factor_lu.
inline void solve_lu(const double* M, int n, int stride, const int* swaps, double* x) {
  for (int k = 0; k < n; ++k) std::swap(x[k], x[swaps[k]]);
  for (int i = 1; i < n; ++i) {
    const double* row = M + i * stride;
    double sum = x[i];
    for (int j = 0; j < i; ++j) sum -= row[j] * x[j];
    x[i] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    const double* row = M + i * stride;
    double sum = x[i];
    for (int j = i + 1; j < n; ++j) sum -= row[j] * x[j];
    x[i] = sum / row[i];
  }
}

}  // namespace cardan::solvers
