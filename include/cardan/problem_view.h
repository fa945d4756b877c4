#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "cardan/cardan_solver.h"
#include "cardan/eigen_alignment.h"

namespace cardan::sdk {

/// Non-owning view of `count` contiguous objects (std::span for C++17).
template <typename T>
class ArrayView {
 public:
  /// Makes a view of `count` elements, which must outlive the view.
  ArrayView(const T* first, int count) : first_(first), count_(count) {}
  const T* begin() const { return first_; }
  const T* end() const { return first_ + count_; }
  const T& operator[](int i) const { return first_[i]; }
  const T* data() const { return first_; }
  int size() const { return count_; }

 private:
  const T* first_;
  int count_;
};

/// One compressed row: `size` entries; their columns `index` are in ascending order.
struct SparseRow {
  const std::int32_t* index;
  const double* value;
  int size;
};

/// Dense A of the host: column-major, columns lda doubles apart, without a guaranteed alignment.
using DenseView = Eigen::Map<const Eigen::MatrixXd, Eigen::Unaligned, Eigen::OuterStride<>>;

/// View of a cardan_problem with readable names. The view copies nothing and is valid as long as
/// the problem exists. The problem is u = A λ + b with A = Y Yᵀ + S; row i of Y belongs to λ_i.
class ProblemView {
 public:
  /// Makes a view of a problem, which must outlive the view.
  explicit ProblemView(const cardan_problem& problem) : p_(&problem) {}

  /// The problem of the C interface.
  const cardan_problem& raw() const { return *p_; }

  /// Number of rows (size of λ, u, b, step, weight).
  int m() const { return p_->m; }
  /// Number of columns of Y. If it is 0, A = S.
  int cols() const { return p_->Y.cols; }
  /// Number of stored entries of Y.
  std::int64_t entries_of_Y() const {
    return p_->Y.start != nullptr && p_->Y.cols > 0 ? p_->Y.start[p_->m] : 0;
  }
  int num_blocks() const { return p_->num_blocks; }
  int num_groups() const { return p_->num_groups; }
  /// All blocks in ascending order of rows.
  ArrayView<cardan_block> blocks() const { return {p_->blocks, p_->num_blocks}; }
  /// Block k.
  const cardan_block& block(int k) const { return p_->blocks[k]; }

  /// True if the problem has all the given properties.
  bool has(std::uint32_t properties) const { return (p_->properties & properties) == properties; }
  /// True if A is given.
  bool has_dense() const { return p_->A != nullptr; }
  /// True if Y and S are given.
  bool has_factors() const { return p_->Y.start != nullptr; }

  /// Row i of Y.
  SparseRow Y_row(int i) const { return row(p_->Y, i); }
  /// Row i of S.
  SparseRow S_row(int i) const { return row(p_->S, i); }
  /// The dense A (m × m). Valid only if has_dense() is true.
  DenseView A() const { return {p_->A, p_->m, p_->m, Eigen::OuterStride<>(p_->lda)}; }
  /// Parent of each column of Y in its tree (-1 at roots), or nullptr.
  const std::int32_t* column_parent() const { return p_->column_parent; }

  /// Bias of row i.
  double b(int i) const { return p_->b[i]; }
  /// Step r > 0 of the natural map of row i.
  double step(int i) const { return p_->step[i]; }
  /// Weight of row i in the judge's residual.
  double weight(int i) const { return p_->weight[i]; }
  /// Biases of all rows (m).
  const double* b() const { return p_->b; }
  /// Steps of the natural map for all rows (m).
  const double* step() const { return p_->step; }
  /// Weights of all rows in the judge's residual (m).
  const double* weight() const { return p_->weight; }

  /// Absolute bound on natural_map().residual [m/s].
  double tolerance() const { return p_->tolerance; }
  double dt() const { return p_->dt; }
  /// The iteration limit of the host, or `otherwise` (a parameter of the plugin) if the host sets
  /// none.
  int max_iterations(int otherwise) const {
    return p_->max_iterations > 0 ? p_->max_iterations : otherwise;
  }
  /// Id of the matrix. Equal ids mean that A, Y and S are equal bit for bit; 0 means unknown.
  std::uint64_t matrix_id() const { return p_->matrix_id; }

 private:
  static SparseRow row(const cardan_rows& rows, int i) {
    if (rows.start == nullptr) return {nullptr, nullptr, 0};
    const std::int32_t first = rows.start[i];
    return {rows.index + first, rows.value + first, rows.start[i + 1] - first};
  }

  const cardan_problem* p_;
};

// Products with A = Y Yᵀ + S, without forming A.

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
