#pragma once

#include <algorithm>

#include "cardan/sdk/problem_view.h"

/// Products with A = Y Yᵀ + S, without forming A.
namespace cardan::sdk {

/// Returns the dot product Σ_k row_k x_k.
inline double dot(const SparseRow& row, const double* x) {
  double sum = 0;
  for (int k = 0; k < row.size; ++k) sum += row.value[k] * x[row.index[k]];
  return sum;
}

/// Computes x += scale · rowᵀ.
inline void add(const SparseRow& row, double scale, double* x) {
  for (int k = 0; k < row.size; ++k) x[row.index[k]] += scale * row.value[k];
}

/// Returns the dot product of two compressed rows, both with ascending columns.
inline double dot(const SparseRow& a, const SparseRow& b) {
  double sum = 0;
  int i = 0, j = 0;
  while (i < a.size && j < b.size) {
    if (a.index[i] == b.index[j]) {
      sum += a.value[i++] * b.value[j++];
    } else if (a.index[i] < b.index[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

/// Computes z = Yᵀ λ. z: cols() numbers.
inline void compute_z(const ProblemView& problem, const double* lambda, double* z) {
  std::fill(z, z + problem.cols(), 0.0);
  for (int i = 0; i < problem.m(); ++i) {
    if (lambda[i] != 0) add(problem.Y_row(i), lambda[i], z);
  }
}

/// Returns u_i = Y_i z + S_i λ + b_i.
inline double row_velocity(const ProblemView& problem, int i, const double* z,
                           const double* lambda) {
  return problem.b(i) + dot(problem.Y_row(i), z) + dot(problem.S_row(i), lambda);
}

/// Computes u = Y (Yᵀ λ) + S λ + b from the factors. z: scratch memory of cols() numbers, which
/// contains Yᵀ λ afterwards.
inline void compute_velocity(const ProblemView& problem, const double* lambda, double* z,
                             double* u) {
  compute_z(problem, lambda, z);
  for (int i = 0; i < problem.m(); ++i) u[i] = row_velocity(problem, i, z, lambda);
}

/// Computes u = A λ + b with the dense A of the host.
inline void compute_dense_velocity(const ProblemView& problem, const double* lambda, double* u) {
  const DenseView A = problem.A();
  std::copy(problem.b(), problem.b() + problem.m(), u);
  for (int j = 0; j < problem.m(); ++j) {
    if (lambda[j] == 0) continue;
    const double* column = A.data() + j * A.outerStride();
    for (int i = 0; i < problem.m(); ++i) u[i] += column[i] * lambda[j];
  }
}

/// Returns S_ij, or 0 if it is not stored.
inline double S_entry(const ProblemView& problem, int i, int j) {
  const SparseRow row = problem.S_row(i);
  const std::int32_t* at = std::lower_bound(row.index, row.index + row.size, j);
  return at != row.index + row.size && *at == j ? row.value[at - row.index] : 0.0;
}

/// Returns A_ij = Y_i · Y_j + S_ij.
inline double A_entry(const ProblemView& problem, int i, int j) {
  return dot(problem.Y_row(i), problem.Y_row(j)) + S_entry(problem, i, j);
}

/// Computes W, the diagonal block of A for the rows row … row + dim − 1, in column-major order with
/// ldw numbers per column.
inline void compute_local_block(const ProblemView& problem, int row, int dim, double* W, int ldw) {
  for (int j = 0; j < dim; ++j) {
    for (int i = 0; i <= j; ++i) {
      const double y = dot(problem.Y_row(row + i), problem.Y_row(row + j));
      W[i + j * ldw] = y + S_entry(problem, row + i, row + j);
      W[j + i * ldw] = i == j ? W[i + j * ldw] : y + S_entry(problem, row + j, row + i);
    }
  }
}

}  // namespace cardan::sdk
