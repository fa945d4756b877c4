#pragma once

#include <Eigen/Core>
#include <cstddef>

/// LDLᵀ of a dense symmetric positive semidefinite matrix in storage provided by the caller.
/// Eigen's blocked decompositions allocate.
namespace cardan::solvers {

/// M = L D Lᵀ in place. M is n × n, row-major; only the lower triangle is read. The result has L
/// (unit diagonal) below the diagonal and 1/D on it. A row whose pivot is at most `drop` times its
/// diagonal depends on the earlier rows and gets the inverse pivot 0. The result is a generalised
/// inverse, exact for every consistent system.
inline void factor_semidefinite(double* M, int n, double drop) {
  using Row = Eigen::Map<Eigen::RowVectorXd>;
  const auto row_of = [&](int i) { return M + static_cast<std::ptrdiff_t>(i) * n; };
  for (int i = 0; i < n; ++i) {
    double* row = row_of(i);
    const double diagonal = row[i];
    // First L_ij d_j, column by column, then divided by the pivots.
    for (int j = 1; j < i; ++j) row[j] -= Row(row, j).dot(Row(row_of(j), j));
    double d = diagonal;
    for (int j = 0; j < i; ++j) {
      const double scaled = row[j];
      row[j] *= row_of(j)[j];
      d -= scaled * row[j];
    }
    row[i] = d > drop * diagonal ? 1 / d : 0.0;
  }
}

/// x := M⁻¹ x with the result of factor_semidefinite.
inline void solve_semidefinite(const double* M, int n, double* x) {
  using Row = Eigen::Map<const Eigen::RowVectorXd>;
  using Vector = Eigen::Map<Eigen::VectorXd>;
  for (int i = 1; i < n; ++i) {
    x[i] -= Row(M + static_cast<std::ptrdiff_t>(i) * n, i).dot(Vector(x, i).transpose());
  }
  for (int i = 0; i < n; ++i) x[i] *= M[static_cast<std::ptrdiff_t>(i) * n + i];
  for (int i = n - 1; i > 0; --i) {
    Vector(x, i) -= x[i] * Row(M + static_cast<std::ptrdiff_t>(i) * n, i).transpose();
  }
}

}  // namespace cardan::solvers
