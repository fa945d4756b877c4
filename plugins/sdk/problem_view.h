#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

#include "cardan/abi/cardan_solver.h"

namespace cardan::sdk {

/// A run of `count` objects that somebody else owns (std::span without C++20).
template <typename T>
class ArrayView {
 public:
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

/// One compressed row: `size` entries, columns `index` ascending.
struct SparseRow {
  const std::int32_t* index;
  const double* value;
  int size;
};

/// Dense A as the host gives it: column-major, columns lda doubles apart, no alignment promised.
using DenseView = Eigen::Map<const Eigen::MatrixXd, Eigen::Unaligned, Eigen::OuterStride<>>;

/// A cardan_problem with readable names; copies nothing, stays valid as long as the problem.
/// u = A λ + b, A = Y Yᵀ + S; rows of Y are indexed as those of λ.
class ProblemView {
 public:
  explicit ProblemView(const cardan_problem& problem) : p_(&problem) {}

  const cardan_problem& raw() const { return *p_; }

  /// Number of rows (size of λ, u, b, step, weight).
  int m() const { return p_->m; }
  /// Columns of Y (0: A stands in S alone).
  int cols() const { return p_->Y.cols; }
  int num_blocks() const { return p_->num_blocks; }
  int num_groups() const { return p_->num_groups; }
  ArrayView<cardan_block> blocks() const { return {p_->blocks, p_->num_blocks}; }
  const cardan_block& block(int k) const { return p_->blocks[k]; }

  bool has(std::uint32_t properties) const { return (p_->properties & properties) == properties; }
  bool has_dense() const { return p_->A != nullptr; }
  bool has_factors() const { return p_->Y.start != nullptr; }

  SparseRow Y_row(int i) const { return row(p_->Y, i); }
  SparseRow S_row(int i) const { return row(p_->S, i); }
  DenseView A() const { return {p_->A, p_->m, p_->m, Eigen::OuterStride<>(p_->lda)}; }
  /// Parent of each column of Y in its tree (-1 at roots), or nullptr.
  const std::int32_t* column_parent() const { return p_->column_parent; }

  double b(int i) const { return p_->b[i]; }
  double step(int i) const { return p_->step[i]; }
  double weight(int i) const { return p_->weight[i]; }
  const double* b() const { return p_->b; }
  const double* step() const { return p_->step; }
  const double* weight() const { return p_->weight; }

  /// Absolute, on natural_map().residual [m/s].
  double tolerance() const { return p_->tolerance; }
  double dt() const { return p_->dt; }
  /// The host's limit, or `otherwise` (the plugin's parameter) where the host has none.
  int max_iterations(int otherwise) const {
    return p_->max_iterations > 0 ? p_->max_iterations : otherwise;
  }
  /// Equal ids: the same A, Y, S bit by bit; 0: unknown.
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
