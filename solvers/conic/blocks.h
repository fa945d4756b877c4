#pragma once

#include <vector>

#include "cardan/problem_view.h"
#include "cardan/projections.h"

namespace cardan::conic {

/// Rows that one Gauss–Seidel update solves at once: a block of the problem or a part of one. FREE
/// blocks are split into blocks of at most 6 rows and NONNEGATIVE blocks into single rows, which
/// does not change the solutions.
struct Block {
  int kind, row, dim, parent;  ///< parent: row of the normal, or -1
  int local;                   ///< position of W and W⁻¹ in Blocks::W, Blocks::W_inverse
  double mu, lo, hi;
  bool same_columns;  ///< all rows of Y have the same column indices, like those of one contact
  /// Number of bodies if this is a CONE(3) between free bodies with a diagonal S; 0 for other
  /// blocks. column: first column of each body, y: the rows of Y, S: the diagonal of S.
  int free_bodies;
  int column[2];
  const double* y;
  double S[3];
  /// W = diag(W_n, W_t, W_t) up to rounding, as for a normal through the centres of isotropic
  /// bodies.
  bool central;
  double W_inverse_n, W_inverse_t;  ///< of a central block, whose W⁻¹ is not stored in Blocks
};

/// The blocks of a problem, with the diagonal blocks W of A.
class Blocks {
 public:
  void reserve(int rows);
  /// False if a block has an unsupported kind or size.
  bool build(const sdk::ProblemView& problem);

  int size() const { return count_; }
  /// Whether every block is central.
  bool all_central() const;
  /// Whether every block is a contact of free bodies.
  bool all_free() const;
  const Block& operator[](int k) const { return blocks_[k]; }
  const double* W(const Block& block) const { return W_.data() + block.local; }
  const double* W_inverse(const Block& block) const { return W_inverse_.data() + block.local; }

  /// The set of a block with its current bounds. lambda: the whole λ.
  static sdk::BlockSet present_set(const Block& block, const double* lambda);

 private:
  void add(const sdk::ProblemView& problem, const cardan_block& source, int row, int dim);
  void build_local(const sdk::ProblemView& problem, Block& block);
  void build_free_bodies(Block& block);

  std::vector<Block> blocks_;
  std::vector<double> W_, W_inverse_;
  int count_ = 0;
  int used_ = 0;  ///< number of entries of W_ in use
};

/// u of the rows of a block from z = Yᵀ λ and λ.
void block_velocity(const sdk::ProblemView& problem, const Block& block, const double* z,
                    const double* lambda, double* u);

/// z = Yᵀ λ.
void compute_z(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
               double* z);

/// z = Yᵀ λ and u = Y z + S λ, block by block.
void compute_product(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
                     double* z, double* u);

/// z = Yᵀ λ and u = Y z + S λ + b, block by block.
void compute_velocity(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
                      double* z, double* u);

/// z += Yᵀ δ with the rows of the block.
void add_impulse(const sdk::ProblemView& problem, const Block& block, const double* delta,
                 double* z);

}  // namespace cardan::conic
