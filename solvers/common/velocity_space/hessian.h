#pragma once

#include <vector>

#include "cardan/problem_view.h"
#include "solvers/common/dense_storage.h"

namespace cardan::solvers {

/// H = I + Yᵀ G Y, G block diagonal, factored as LᵀDL from the last column to the first. Columns of
/// a tree come after their parents, so contacts of one tree with the world cause no fill-in;
/// contacts between bodies or trees do. The pattern is read from Y.
class Hessian {
 public:
  void reserve(int cols);
  /// Finds the pattern, with fill-in, for all problems with this Y and these blocks.
  void analyse(const sdk::ProblemView& problem);
  void set_identity();
  /// Adds Y_bᵀ G Y_b for the rows of a block; G: dim × dim, row-major, symmetric.
  void add(const sdk::ProblemView& problem, int row, int dim, const double* G);
  void factor();
  /// x := H⁻¹ x.
  void solve(double* x) const;

 private:
  double* row(int i) { return H_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  const double* row(int i) const { return H_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  void connect(const sdk::ProblemView& problem, int first, int count);

  int n_ = 0;
  DenseStorage<double> H_;
  DenseStorage<char> linked_;  ///< (cols × cols), lower triangle
  DenseStorage<int> index_;    ///< columns left of the diagonal in each row
  std::vector<int> start_;
  std::vector<int> support_;
  std::vector<char> seen_;
};

}  // namespace cardan::solvers
