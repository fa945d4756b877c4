#pragma once

#include <cstdint>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Sparse rows in compressed form, with their own storage.
struct SparseRows {
  int cols = 0;
  std::vector<std::int32_t> start{0};  ///< start of each row, and the end (rows + 1 numbers)
  std::vector<std::int32_t> index;     ///< columns, ascending within a row
  std::vector<double> value;

  int rows() const { return static_cast<int>(start.size()) - 1; }
  void clear(int num_cols) {
    cols = num_cols;
    start.assign(1, 0);
    index.clear();
    value.clear();
  }
  /// Appends an entry to the row that is being written. Columns must be ascending.
  void push(int column, double x) {
    index.push_back(column);
    value.push_back(x);
  }
  /// Ends the row that is being written.
  void end_row() { start.push_back(static_cast<std::int32_t>(index.size())); }
  /// Returns a view of the rows for the C interface. It is valid until the next change.
  cardan_rows view() const { return {rows(), cols, start.data(), index.data(), value.data()}; }
};

/// Input of a solver: u = A λ + b, A = Y Yᵀ + S, with typed blocks. The storage is owned and
/// reused.
struct CARDAN_API Problem {
  std::uint32_t properties = 0;
  int num_groups = 0;
  std::vector<cardan_block> blocks;  ///< blocks in ascending order, which cover all rows
  SparseRows Y, S;
  /// Parent of each column of Y; empty without tree structure.
  std::vector<std::int32_t> column_parent;
  std::vector<double> b, prox_step, weight;  ///< (m) bias; step and weight of the natural map
  std::vector<double> A;                     ///< dense matrix, filled by form_dense
  std::int64_t lda = 0;                      ///< leading dimension of A
  double tolerance = 1e-8;                   ///< bound on the residual [m/s]
  double dt = 0;                             ///< time step [s]
  std::uint64_t matrix_id = 0, id = 0;
  int max_iterations = 0;

  int m() const { return static_cast<int>(b.size()); }

  /// Returns a view for the plugin interface, with pointers into this problem. A is NULL unless
  /// form_dense() has been called since the problem was last built.
  cardan_problem view() const;

  /// Forms A = Y Yᵀ + S in column-major order, with lda = m rounded up to a multiple of 8. A is
  /// symmetric bit for bit if SYMMETRIC is set.
  void form_dense();

 private:
  std::vector<double> row_;  ///< one dense row of Y, scratch memory of form_dense
};

/// Returns the product of a sparse row with a dense vector.
inline double sparse_dot(const cardan_rows& rows, int row, const double* x) {
  double sum = 0;
  for (std::int32_t k = rows.start[row]; k < rows.start[row + 1]; ++k) {
    sum += rows.value[k] * x[rows.index[k]];
  }
  return sum;
}

/// Computes z += rowsᵀ λ. z: (rows.cols).
inline void add_transposed(const cardan_rows& rows, const double* lambda, double* z) {
  for (int i = 0; i < rows.rows; ++i) {
    if (lambda[i] == 0) continue;
    for (std::int32_t k = rows.start[i]; k < rows.start[i + 1]; ++k) {
      z[rows.index[k]] += rows.value[k] * lambda[i];
    }
  }
}

/// Computes u = A λ + b from Y and S, never from the dense A. z: scratch memory (Y.cols).
CARDAN_API void compute_velocity(const cardan_problem& problem, const double* lambda, double* z,
                                 double* u);

/// Throws Error unless blocks are ascending and cover all rows exactly, sizes agree and all numbers
/// are finite (lo and hi may be infinite but not NaN). Used for problems from files and in tests; a
/// step does not call this function.
CARDAN_API void validate(const cardan_problem& problem);

}  // namespace cardan
