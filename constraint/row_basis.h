#pragma once

#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// An orthonormal basis of rows that are offered one after the other, by Gram–Schmidt done twice
/// where digits were lost [Giraud, Langou, Rozloznik 2005]. Rows that follow from those before are
/// turned away, so redundant loops have a basis of their rank. Storage keeps its capacity.
class CARDAN_API RowBasis {
 public:
  /// Empties the basis; rows will have this many columns.
  void clear(int cols);

  /// Takes a row (cols) if at least 1e-7 of its length is new; true if it was taken.
  bool add(const double* row);

  /// Number of rows taken.
  int rank() const { return static_cast<int>(first_.size()); }

  /// The shortest x with row_k · x = c_k for the rows taken, in their order. c: (rank), x: (cols).
  void solve(const double* c, double* x);

  /// y with x = Σ y_k row_k for the last x that solve() gave. y: (rank).
  void coefficients(double* y) const;

 private:
  /// Subtracts from rest_ its parts along the basis, adding them to the newest row of R_.
  void subtract_known(int* begin, int* end);

  int cols_ = 0;
  std::vector<double> Q_;          ///< (rank × cols) orthonormal rows
  std::vector<int> first_, last_;  ///< columns of each row of Q_ that may differ from zero
  std::vector<double> R_;          ///< row k: coefficients on Q_0 … Q_k, at k (k + 1) / 2
  std::vector<double> rest_, t_;
};

}  // namespace cardan
