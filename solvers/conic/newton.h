#pragma once

#include <cstdint>
#include <vector>

#include "../common/best.h"
#include "../common/body_matrix.h"
#include "../common/dense_storage.h"
#include "../common/scaled_matrix.h"
#include "budget.h"
#include "cells.h"

namespace cardan::conic {

/// Semismooth Newton on the natural map of the whole problem, on the dense, equilibrated matrix
/// Ã = D A D, D = diag(√step), x = D⁻¹ λ, ũ = D u:
///   F(x) = x − P(x − û(Ã x + b̃)),   J = I − DP (I − Û Ã)   (− dP/dbound for moving bounds).
/// Rows where DP vanishes (open contacts, boxes at a fixed bound) leave the linear system.
class Newton {
 public:
  /// Reserves for at most so many rows, columns and entries of Y; dense_rows: for rows without a
  /// BodyMatrix.
  void reserve(const cardan_size& size, int dense_rows);

  /// Forms Ã and b̃; problem and cells must outlive the calls below.
  void form(const sdk::ProblemView& problem, const Cells& cells, Budget& budget);
  /// form without Ã: systems of the freedoms are solved in its place, by the bodies' matrix,
  /// which was analysed for the problem. S is diagonal.
  void form_sparse(const sdk::ProblemView& problem, const Cells& cells,
                   solvers::BodyMatrix& bodies);
  const solvers::ScaledMatrix& A() const { return A_; }
  /// Flops of a factorisation, about.
  double work() const;

  /// Direct solve of the modes: undamped Newton from `start`; exact in one step where only
  /// sticking, free and open cells are left, quadratic in the slip directions otherwise. Ends at
  /// the tolerance (true) or when three steps in a row bring nothing.
  bool solve_modes(const double* start, int max_steps, solvers::Best& best, Budget& budget);

  /// Damped Newton inside proximal steps: Ã + εI, b̃ − ε x_c, the centre x_c moved after each. The
  /// proximal term makes redundant rows harmless and costs no accuracy. True at the tolerance.
  bool solve_proximal(const double* start, int max_steps, solvers::Best& best, Budget& budget);

 private:
  /// How a proximal subproblem ended: kSolved is the subproblem, kTolerance the problem itself.
  enum class Ending { kTolerance, kSolved, kSlow, kStuck, kBudget };

  /// Damped Newton on the map with the present ε and centre; steps: what is left, counted down.
  Ending solve_subproblem(int& steps, solvers::Best& best, Budget& budget);
  void start_from(const double* lambda);
  Set scaled_set(const Cell& cell, const double* x) const;
  /// F at (x, ũ) with the proximal term; returns ½‖F‖².
  double evaluate(const double* x, const double* u, double* F) const;
  /// Judges x_ by the natural map of the problem itself; true at the tolerance.
  bool judge(solvers::Best& best);
  /// step_ = −J⁻¹ F at (x_, u_), A_step_ = Ã step_. shift: added to the diagonal of Ã in J.
  bool compute_step(double shift, Budget& budget);
  /// compute_step by the freedoms: with M = I − DP + C (S̃ + ε), row by row of G = M⁻¹ C and
  /// w = Ỹᵀ x_step, (I + Ỹᵀ G Ỹ) w = −Ỹᵀ M⁻¹ F and x_step = −M⁻¹ F − G Ỹ w.
  bool compute_sparse_step(double shift, Budget& budget);
  /// y = Ã x.
  void multiply(const double* x, double* y);
  void linearise(int k);
  void assemble_cell(int k, double shift);
  /// Backtracking against the largest of the last merits; moves x_, u_. False if no step helps.
  bool search(double reference);

  const sdk::ProblemView* problem_ = nullptr;
  const Cells* cells_ = nullptr;
  int m_ = 0;
  solvers::BodyMatrix* bodies_ = nullptr;  ///< null: Ã is there
  double epsilon_ = 0;                     ///< weight of the proximal term
  solvers::ScaledMatrix A_;
  solvers::DenseStorage<double> J_;
  std::vector<double> b_, x_, u_, F_, step_, A_step_, centre_, trial_x_, trial_u_, trial_F_;
  std::vector<double> lambda_, velocity_, rhs_;
  std::vector<double> w_;  ///< columns
  /// By row i of a cell of dim d: rows of DP and of C = DP Û, d numbers each (kMaxDim apart);
  /// dP/dbound.
  std::vector<double> DP_, C_, by_bound_;
  std::vector<int> position_;  ///< of a row in the linear system, -1: not in it
  std::vector<int> swaps_;
  int active_ = 0;
};

}  // namespace cardan::conic
