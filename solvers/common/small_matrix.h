#pragma once

#include <algorithm>
#include <cmath>

/// Symmetric matrices of at most 6 rows in plain arrays, column-major, columns `dim` apart.
namespace cardan::solvers {

constexpr int kMaxDim = 6;

/// y = W x.
inline void multiply(const double* W, int dim, const double* x, double* y) {
  for (int i = 0; i < dim; ++i) {
    double sum = 0;
    for (int j = 0; j < dim; ++j) sum += W[i + j * dim] * x[j];
    y[i] = sum;
  }
}

/// Inverse of a symmetric positive semidefinite W by LDLᵀ. A row whose pivot is below 1e-13 of its
/// diagonal depends on the earlier rows and gets the inverse pivot 0. The result is then a
/// generalised inverse (W X W = W), exact for every consistent system.
inline void invert_symmetric(const double* W, int dim, double* inverse) {
  double L[kMaxDim * kMaxDim], pivot[kMaxDim];
  for (int j = 0; j < dim; ++j) {
    double d = W[j + j * dim];
    for (int k = 0; k < j; ++k) d -= L[j + k * dim] * L[j + k * dim] * pivot[k];
    pivot[j] = d > 1e-13 * W[j + j * dim] ? d : 0.0;
    for (int i = j + 1; i < dim; ++i) {
      double s = W[i + j * dim];
      for (int k = 0; k < j; ++k) s -= L[i + k * dim] * L[j + k * dim] * pivot[k];
      L[i + j * dim] = pivot[j] > 0 ? s / pivot[j] : 0.0;
    }
  }
  for (int c = 0; c < dim; ++c) {
    double* x = inverse + c * dim;
    for (int i = 0; i < dim; ++i) {
      x[i] = i == c ? 1.0 : 0.0;
      for (int k = 0; k < i; ++k) x[i] -= L[i + k * dim] * x[k];
    }
    for (int i = 0; i < dim; ++i) x[i] = pivot[i] > 0 ? x[i] / pivot[i] : 0.0;
    for (int i = dim - 1; i >= 0; --i) {
      for (int k = i + 1; k < dim; ++k) x[i] -= L[k + i * dim] * x[k];
    }
  }
}

/// Solves M x = rhs in place by Gaussian elimination with partial pivoting; M (any matrix, dim ×
/// dim, row-major) is overwritten. Returns false for a zero pivot.
inline bool solve_small(double* M, int dim, double* rhs) {
  for (int k = 0; k < dim; ++k) {
    int p = k;
    for (int i = k + 1; i < dim; ++i) {
      if (std::fabs(M[i * dim + k]) > std::fabs(M[p * dim + k])) p = i;
    }
    if (!(std::fabs(M[p * dim + k]) > 1e-300)) return false;
    if (p != k) {
      std::swap_ranges(M + k * dim, M + (k + 1) * dim, M + p * dim);
      std::swap(rhs[k], rhs[p]);
    }
    for (int i = k + 1; i < dim; ++i) {
      const double f = M[i * dim + k] / M[k * dim + k];
      for (int j = k + 1; j < dim; ++j) M[i * dim + j] -= f * M[k * dim + j];
      rhs[i] -= f * rhs[k];
    }
  }
  for (int i = dim - 1; i >= 0; --i) {
    for (int j = i + 1; j < dim; ++j) rhs[i] -= M[i * dim + j] * rhs[j];
    rhs[i] /= M[i * dim + i];
  }
  return true;
}

}  // namespace cardan::solvers
