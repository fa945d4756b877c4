#pragma once

#include <vector>

#include "cardan/sdk/problem_view.h"
#include "law.h"

namespace cardan::conic {

/// Rows that one Gauss–Seidel update solves at once: a block or a part of one. FREE blocks become
/// runs of at most 6 rows and NONNEGATIVE blocks into single rows, which changes no solution.
struct Cell {
  int kind, row, dim, parent;  ///< parent: row of the normal, or -1
  int local;                   ///< first number of W and W⁻¹ in Cells::W, Cells::W_inverse
  double mu, lo, hi;
  bool same_columns;  ///< all rows of Y have the same column indices (rows of one contact do)
  /// For a CONE(3) between free bodies whose rows of S have nothing off the diagonal: how many
  /// bodies, with the rows of Y, the first column of each body, and the diagonal of S; else 0.
  int free_bodies;
  int column[2];
  const double* y;
  double S[3];
  /// Its normal passes through the centres of balls: W = diag(W_n, W_t, W_t) but for rounding.
  bool central;
  double W_inverse_n, W_inverse_t;  ///< then; Cells has no W⁻¹ of it
};

/// The problem cut into cells, with the diagonal blocks of A. Storage from reserve.
class Cells {
 public:
  void reserve(int rows);
  /// False if a block is of a kind or size that is not known.
  bool build(const sdk::ProblemView& problem);

  int size() const { return count_; }
  /// All of them are central contacts: a heap of balls.
  bool all_central() const;
  const Cell& operator[](int k) const { return cells_[k]; }
  const double* W(const Cell& cell) const { return W_.data() + cell.local; }
  const double* W_inverse(const Cell& cell) const { return W_inverse_.data() + cell.local; }

  /// The set with its present bounds; lambda: the whole vector.
  static Set present_set(const Cell& cell, const double* lambda);

 private:
  void add(const sdk::ProblemView& problem, const cardan_block& block, int row, int dim);
  void build_local(const sdk::ProblemView& problem, Cell& cell);
  void build_free_bodies(Cell& cell);

  std::vector<Cell> cells_;
  std::vector<double> W_, W_inverse_;
  int count_ = 0;
  int used_ = 0;  ///< of W_
};

/// u of the rows of a cell from z = Yᵀ λ and λ.
void cell_velocity(const sdk::ProblemView& problem, const Cell& cell, const double* z,
                   const double* lambda, double* u);

/// z = Yᵀ λ.
void compute_z(const sdk::ProblemView& problem, const Cells& cells, const double* lambda,
               double* z);

/// z = Yᵀ λ and u = Y z + S λ, cell by cell.
void compute_product(const sdk::ProblemView& problem, const Cells& cells, const double* lambda,
                     double* z, double* u);

/// The product plus b: u = Y z + S λ + b.
void compute_velocity(const sdk::ProblemView& problem, const Cells& cells, const double* lambda,
                      double* z, double* u);

/// z += Y_cellᵀ δ.
void add_impulse(const sdk::ProblemView& problem, const Cell& cell, const double* delta, double* z);

}  // namespace cardan::conic
