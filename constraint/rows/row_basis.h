#pragma once

#include <vector>

#include "cardan/export.h"

namespace cardan {

/// Orthonormal basis of a sequence of rows by the Gram–Schmidt process, with reorthogonalisation if
/// digits are lost [Giraud, Langou, Rozloznik 2005]. Dependent rows are rejected, so that the size
/// of the basis is the rank of the rows. The storage keeps its capacity.
class CARDAN_API RowBasis {
 public:
  /// Empties the basis and sets the number of columns.
  void clear(int cols);

  /// Adds a row (cols) if the part that is independent of the basis is at least 1e-7 of the length
  /// of the row. Returns true if the row was added.
  bool add(const double* row);

  /// Number of rows in the basis.
  int rank() const { return static_cast<int>(first_.size()); }

  /// Computes the shortest x with row_k · x = c_k for the rows of the basis, in the order in which
  /// they were added. c: (rank), x: (cols).
  void solve(const double* c, double* x);

  /// Computes y with x = Σ y_k row_k for the x of the last solve(). y: (rank).
  void coefficients(double* y) const;

 private:
  /// Subtracts from rest_ its components along the basis and adds them to the last row of R_.
  void subtract_known(int* begin, int* end);

  int cols_ = 0;
  std::vector<double> Q_;          ///< (rank × cols) orthonormal rows
  std::vector<int> first_, last_;  ///< range of possibly nonzero columns of each row of Q_
  std::vector<double> R_;          ///< row k: coefficients on Q_0 … Q_k, at k (k + 1) / 2
  std::vector<double> rest_, t_;
};

}  // namespace cardan
