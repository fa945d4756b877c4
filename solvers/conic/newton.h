#pragma once

#include <cstdint>
#include <vector>

#include "solvers/common/best.h"
#include "solvers/common/body_matrix.h"
#include "solvers/common/dense_storage.h"
#include "solvers/common/scaled_matrix.h"
#include "solvers/conic/blocks.h"
#include "solvers/conic/budget.h"

namespace cardan::conic {

/// Semismooth Newton on the natural map of the whole problem with the equilibrated dense matrix
/// Ã = D A D, D = diag(√step), x = D⁻¹ λ, ũ = D u:
///   F(x) = x − P(x − û(Ã x + b̃)),   J = I − DP (I − Û Ã)   (− dP/dbound for moving bounds).
/// Rows where DP vanishes (open contacts, boxes at a fixed bound) are left out of the linear
/// system.
class Newton {
 public:
  /// Allocates for problems of at most this size; dense_rows: maximum number of rows of problems
  /// without a BodyMatrix.
  void reserve(const cardan_size& size, int dense_rows);

  /// Forms Ã and b̃; problem and blocks must outlive the calls below.
  void form(const sdk::ProblemView& problem, const Blocks& blocks, Budget& budget);
  /// Forms only b̃. Newton systems are then solved in the degrees of freedom, with the matrix
  /// `bodies`, which has been analysed for the problem. S must be diagonal.
  void form_sparse(const sdk::ProblemView& problem, const Blocks& blocks,
                   solvers::BodyMatrix& bodies);
  const solvers::ScaledMatrix& A() const { return A_; }
  /// Estimated floating-point operations of a factorisation.
  double work() const;

  /// Undamped Newton from `start`. One step is exact for a given active set of sticking, free and
  /// open blocks; slip directions converge quadratically. Ends when the tolerance is met (true) or
  /// after three steps (two above 100 rows) without progress.
  bool solve_active_set(const double* start, int max_steps, solvers::Best& best, Budget& budget);

  /// Damped Newton inside proximal steps: Ã + εI, b̃ − ε x_c; the centre x_c moves after each step.
  /// The proximal term handles redundant rows and costs no accuracy. Returns true if the tolerance
  /// is met.
  bool solve_damped(const double* start, int max_steps, solvers::Best& best, Budget& budget);

 private:
  /// How a proximal subproblem ended. kSolved: the subproblem is solved; kTolerance: the whole
  /// problem is solved.
  enum class Ending { kTolerance, kSolved, kSlow, kStuck, kBudget };

  /// Damped Newton on the map with the current ε and centre. steps: remaining steps, counted down.
  Ending solve_subproblem(int& steps, solvers::Best& best, Budget& budget);
  void start_from(const double* lambda);
  sdk::BlockSet scaled_set(const Block& block, const double* x) const;
  /// F at (x, ũ) with the proximal term; returns ½‖F‖².
  double evaluate(const double* x, const double* u, double* F) const;
  /// Judges x_ by the natural map of the problem. Returns true if the tolerance is met.
  bool judge(solvers::Best& best);
  /// step_ = −J⁻¹ F at (x_, u_), A_step_ = Ã step_. False if the matrix is singular.
  bool compute_step(Budget& budget);
  /// compute_step() in the degrees of freedom: with M = I − DP + C (S̃ + ε), G = M⁻¹ C and w = Ỹᵀ
  /// x_step, (I + Ỹᵀ G Ỹ) w = −Ỹᵀ M⁻¹ F and x_step = −M⁻¹ F − G Ỹ w.
  bool compute_sparse_step(Budget& budget);
  /// y = Ã x.
  void multiply(const double* x, double* y);
  void linearise(int k);
  void assemble_block(int k);
  /// Backtracking line search against the largest of the last merits; moves x_ and u_. Returns
  /// false if no step descends.
  bool search(double reference);

  const sdk::ProblemView* problem_ = nullptr;
  const Blocks* blocks_ = nullptr;
  int m_ = 0;
  solvers::BodyMatrix* bodies_ = nullptr;  ///< null: Ã is formed
  double epsilon_ = 0;                     ///< weight of the proximal term
  solvers::ScaledMatrix A_;
  solvers::DenseStorage<double> J_;
  std::vector<double> b_, x_, u_, F_, step_, A_step_, centre_, trial_x_, trial_u_, trial_F_;
  std::vector<double> lambda_, velocity_, rhs_;
  std::vector<double> w_;  ///< columns
  /// DP_, C_: rows of DP and of C = DP Û for each row of the problem, kMaxDim apart, with as many
  /// numbers as the block has rows. by_bound_: dP/dbound.
  std::vector<double> DP_, C_, by_bound_;
  std::vector<int> position_;  ///< of a row in the linear system; -1: not in the system
  std::vector<int> swaps_;
  int active_ = 0;
};

}  // namespace cardan::conic
