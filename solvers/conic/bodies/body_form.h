#pragma once

#include <vector>

#include "solvers/conic/blocks.h"
#include "solvers/conic/bodies/elimination.h"
#include "solvers/conic/bodies/kernels.h"

namespace cardan::conic {

/// A problem over nodes of at most six columns of Y, for Newton steps with matrices I + Yᵀ G Y. The
/// nodes are runs of six columns, formed within each tree if the problem has column_parent,
/// otherwise over all columns. Rows are grouped into units (unit.h), whose order is that of their
/// first blocks. The analysis of a pattern depends on the pattern alone, and is kept for the next
/// problem with the same pattern.
class BodyForm {
 public:
  /// Allocates for problems of at most this size.
  void reserve(const cardan_size& size);
  /// False if the problem has no factors, couples units by S, has a unit of more than
  /// kMostUnitRows rows, or has too many nodes or too much fill-in. blocks: the blocks of the
  /// problem. Both must outlive the use of this form.
  bool build(const sdk::ProblemView& problem, const Blocks& blocks);

  int rows() const { return rows_; }
  int num_units() const { return num_units_; }
  const Unit& unit(int k) const { return units_[k]; }
  /// Rows of the problem in the order of the units.
  const int* row_order() const { return order_.data(); }
  int row(int position) const { return order_[position]; }
  /// Block b of a unit: 0 ≤ b < unit.blocks.
  const Block& block(const Unit& unit, int b) const;
  /// S of the rows of a unit, rows × rows, row-major.
  const double* S(const Unit& unit) const { return S_.data() + unit.matrix; }
  /// Total size of the matrices of all units.
  int matrix_size() const { return matrix_size_; }

  const Elimination& elimination() const { return elimination_; }
  /// Size of a vector over the nodes.
  int vector_size() const { return kStride * elimination_.nodes(); }

  /// I + Yᵀ G Y, factorised. G: rows × rows numbers of each unit, row-major. False if singular.
  bool factor(const double* G);
  /// x := matrix⁻¹ x, a vector over the nodes.
  void solve(double* x) { kernels_->solve(lu(), x); }
  /// z += Yᵀ x. x: by units; z: over the nodes.
  void add_transposed(const double* x, double* z) const { kernels_->add_transposed(units(), x, z); }
  /// x = Y z.
  void multiply(const double* z, double* x) const { kernels_->multiply(units(), z, x); }

  /// Estimated floating-point operations of a factorisation with its assembly, of a solve, and of
  /// a product with Y.
  double factor_work() const;
  double solve_work() const;
  double product_work() const { return 2.0 * y_size_; }

  /// Selects kernels other than the fastest ones for this processor, for tests.
  void use(const Kernels& kernels) { kernels_ = &kernels; }

 private:
  bool find_nodes(const sdk::ProblemView& problem);
  bool add_unit(const sdk::ProblemView& problem, int first_block);
  bool copy_compliance(const sdk::ProblemView& problem, const Unit& unit);
  bool add_rows(const sdk::ProblemView& problem, Unit& unit);
  bool analyse_pattern(int most);
  bool find_places(int rows);
  UnitsView units() const;
  LuView lu();

  const Kernels* kernels_ = &fastest_kernels();
  const Blocks* blocks_ = nullptr;
  int rows_ = 0, num_units_ = 0, num_blocks_ = 0, num_slots_ = 0, nodes_ = 0;
  int matrix_size_ = 0, y_size_ = 0;
  std::vector<int> node_of_column_, offset_;  ///< node of each column, and its position in the node
  std::vector<Unit> units_;
  std::vector<int> order_;       ///< rows in the order of the units
  std::vector<int> block_list_;  ///< blocks in the order of the units
  std::vector<int> next_child_,
      last_child_;  ///< for each block, a list of the blocks that follow it
  std::vector<int> block_of_row_;
  solvers::DenseStorage<int> slots_;      ///< nodes of the units
  solvers::DenseStorage<int> slot_node_;  ///< pivot positions of these nodes
  solvers::DenseStorage<int> places_;
  solvers::DenseStorage<int> analysed_slots_;  ///< pattern of elimination_
  std::vector<int> analysed_counts_;
  int analysed_nodes_ = -1, analysed_units_ = 0, analysed_most_ = 0;
  bool analysed_fits_ = false;
  solvers::DenseStorage<double> y_;
  solvers::DenseStorage<double> S_;
  Elimination elimination_;
  solvers::DenseStorage<double> D_, L_, U_;
};

}  // namespace cardan::conic
