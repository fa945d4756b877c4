#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cardan/cardan_solver.h"
#include "cardan/export.h"

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

/// Analysis of a problem by dense linear algebra, for explanations. It is never performed in a
/// step. A is made dimensionless: Ã = D A D with D_ii = 1/√A_ii (1 where A_ii is not positive).

/// A linearly dependent row of A: row = Σ coefficient · other.
struct RedundantRow {
  int row = -1;
  std::vector<std::pair<int, double>> others;  ///< (row of the basis, coefficient), largest first
};

/// Pivot of the LDLᵀ factorisation, with diagonal pivoting, of the symmetric part of Ã. The pivot
/// is the part of the row that is independent of the rows before it, from 0 (none) to 1 (all).
struct RowPivot {
  int row = -1;
  double value = 0;
};

/// A self-stress that opposes the free velocities: λ lies in the cones of its blocks, λᵀA = 0 (≤ 0
/// in NONNEGATIVE rows), and bᵀλ < 0. A self-stress of normal impulses proves that the problem has
/// no solution [Farkas]. A self-stress with friction means that the bodies cannot rest; a sliding
/// solution may exist.
struct JamStress {
  std::vector<double> lambda;  ///< (m) scaled so that the largest entry is 1
  double work = 0;             ///< bᵀλ [m/s], negative
  bool proven = false;         ///< true if certificate_holds() confirms the self-stress
  bool frictional = false;     ///< true if `lambda` has tangential parts in CONE blocks
};

/// Result of analyse().
struct ProblemAnalysis {
  /// False if there are more than kMaxAnalysedRows rows; then only diagonal_ratio and
  /// zero_diagonals are computed.
  bool complete = false;
  int rank = 0;          ///< rank of Ã
  double largest = 0;    ///< largest singular value of Ã
  double smallest = 0;   ///< smallest nonzero singular value of Ã
  double condition = 0;  ///< condition number of Ã on its range: largest / smallest; 0 without rows
  double asymmetry = 0;       ///< max |Ã − Ãᵀ|
  double diagonal_ratio = 1;  ///< largest A_ii over the smallest positive one
  int zero_diagonals = 0;     ///< number of rows with A_ii = 0
  std::vector<RedundantRow> redundant;
  /// The smallest pivots of independent rows, at most three, in ascending order.
  std::vector<RowPivot> smallest_pivots;
  std::optional<JamStress> jam;
};

/// Row limit of analyse(). Larger problems are not analysed, since the cost is that of a dense
/// eigenvalue problem.
inline constexpr int kMaxAnalysedRows = 1000;
/// Row limit of the search for a jam stress.
inline constexpr int kMaxStressRows = 300;

/// Analyses a valid problem. Does not throw.
CARDAN_API ProblemAnalysis analyse(const Problem& problem);

/// Finds a self-stress, preferably one of normal impulses only. Projects −b onto the intersection
/// of the cones with the self-stresses [Dykstra 1983]; a nonzero projection opposes b.
CARDAN_API std::optional<JamStress> find_jam_stress(const Problem& problem);

}  // namespace cardan
