#pragma once

#include <cstdint>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Compressed rows with owned storage.
struct SparseRows {
  int cols = 0;
  std::vector<std::int32_t> start{0};  ///< rows + 1
  std::vector<std::int32_t> index;     ///< ascending in a row
  std::vector<double> value;

  int rows() const { return static_cast<int>(start.size()) - 1; }
  void clear(int num_cols) {
    cols = num_cols;
    start.assign(1, 0);
    index.clear();
    value.clear();
  }
  /// Appends an entry to the row that is being written; columns ascend.
  void push(int column, double x) {
    index.push_back(column);
    value.push_back(x);
  }
  /// Ends the row that is being written.
  void end_row() { start.push_back(static_cast<std::int32_t>(index.size())); }
  /// View of the rows for the C interface; valid until the next change.
  cardan_rows view() const { return {rows(), cols, start.data(), index.data(), value.data()}; }
};

/// Input of a solver: u = A λ + b, A = Y Yᵀ + S, with typed blocks. Owns its storage, which is
/// reused.
struct CARDAN_API Problem {
  std::uint32_t properties = 0;
  int num_groups = 0;
  std::vector<cardan_block> blocks;  ///< ascending; they cover all rows
  SparseRows Y, S;
  std::vector<std::int32_t> column_parent;   ///< empty without tree structure
  std::vector<double> b, prox_step, weight;  ///< (m) bias; step and weight of the natural map
  std::vector<double> A;                     ///< dense, filled by form_dense
  std::int64_t lda = 0;                      ///< leading dimension of A
  double tolerance = 1e-8;                   ///< [m/s]
  double dt = 0;                             ///< [s]
  std::uint64_t matrix_id = 0, id = 0;
  int max_iterations = 0;

  int m() const { return static_cast<int>(b.size()); }

  /// View for the plugin interface, with pointers into this problem. A is NULL unless form_dense()
  /// was called since the last build.
  cardan_problem view() const;

  /// Forms A = Y Yᵀ + S, column-major, lda = m rounded up to 8; bit-symmetric if SYMMETRIC is set.
  void form_dense();

 private:
  std::vector<double> row_;  ///< one dense row of Y, scratch of form_dense
};

/// Product of one sparse row with a dense vector.
inline double sparse_dot(const cardan_rows& rows, int row, const double* x) {
  double sum = 0;
  for (std::int32_t k = rows.start[row]; k < rows.start[row + 1]; ++k) {
    sum += rows.value[k] * x[rows.index[k]];
  }
  return sum;
}

/// z += rowsᵀ λ. z: (rows.cols).
inline void add_transposed(const cardan_rows& rows, const double* lambda, double* z) {
  for (int i = 0; i < rows.rows; ++i) {
    if (lambda[i] == 0) continue;
    for (std::int32_t k = rows.start[i]; k < rows.start[i + 1]; ++k) {
      z[rows.index[k]] += rows.value[k] * lambda[i];
    }
  }
}

/// u = A λ + b from Y and S, never from dense A. z: scratch (Y.cols).
CARDAN_API void compute_velocity(const cardan_problem& problem, const double* lambda, double* z,
                                 double* u);

/// Throws Error unless blocks are ascending and cover all rows exactly, sizes agree and all numbers
/// are finite (lo and hi may be infinite but not NaN). For problems from files and for tests; a
/// step does not call it.
CARDAN_API void validate(const cardan_problem& problem);

}  // namespace cardan
