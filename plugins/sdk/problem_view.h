#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

#include "cardan/abi/cardan_solver.h"
#include "cardan/algebra/eigen_alignment.h"

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

}  // namespace cardan::sdk
