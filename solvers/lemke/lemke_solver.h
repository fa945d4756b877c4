#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/common/dictionary.h"
#include "solvers/common/no_solution.h"
#include "solvers/common/pivoting.h"
#include "solvers/lemke/reduction.h"

namespace cardan::lemke {

/// Lemke's method with several covering vectors, polished by Newton (docs/solvers/lemke.md).
class LemkeSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kNewton = 1, kPivots = 2 };

  bool run(const sdk::ProblemView& problem, const double* guess, cardan_report& report);
  /// Judges a point and keeps it if it is the best iterate. Returns true if the tolerance is met.
  bool offer(const sdk::ProblemView& problem, const double* x);
  bool offer_lambda(const sdk::ProblemView& problem, const double* lambda);
  /// Runs Lemke's method with covering vector number `which`, polishes the result, then runs Newton
  /// from the last point.
  bool try_pivots(const sdk::ProblemView& problem, int which, cardan_report& report);
  /// Called when the method has ended on a ray. Returns true, with the proof in best_lambda_, if
  /// the ray proves that no solution exists.
  bool prove_infeasible(const sdk::ProblemView& problem, int ray_variable);
  bool one_row_proves_infeasible(const sdk::ProblemView& problem);
  /// Searches for the proof among contradictory FREE rows alone.
  bool free_rows_prove_infeasible(const sdk::ProblemView& problem, cardan_report& report);
  /// Min-map Newton from x_, within the remaining budget.
  bool newton(const sdk::ProblemView& problem, cardan_report& report);
  /// Solves the basis in basis_, together with the free rows, as one linear system of the unreduced
  /// problem.
  bool polish_with_free_rows(const sdk::ProblemView& problem, cardan_report& report);
  /// Computes the LU of the k rows of basis_matrix_. Returns false if it is singular.
  bool factor_basis(int k, cardan_report& report);
  /// Computes x of the basis in basis_: M_FF x_F = −q_F, zero elsewhere. Returns false if M_FF is
  /// singular.
  bool solve_basis(double* x, cardan_report& report);

  Reduction reduction_;
  solvers::Dictionary dictionary_;
  solvers::NoSolution no_solution_;
  std::vector<double> x_, w_, cover_, lambda_, u_, best_lambda_, basis_matrix_, basis_rhs_, trial_;
  std::vector<int> basis_;  ///< 1 for the rows whose x is basic
  std::vector<int> basis_rows_, swaps_;
  double best_residual_ = 0;
  int worst_block_ = -1;
  bool ray_ = false, infeasible_ = false;
};

}  // namespace cardan::lemke
