#pragma once

#include "solvers/conic/workspace.h"

namespace cardan::conic {

/// The staged solver of exact Coulomb problems (docs/solvers/conic.md). The table in
/// stages/table.cpp lists the stages in the order in which they are tried; each starts from the
/// best iterate so far. The stages and their numbers in the report:
///   0  accept_guess        the guess meets the tolerance
///   8  nonnegative_qp      rows without friction: sweeps and conjugate gradients
///   1  sweeps              block Gauss–Seidel on z = Yᵀ λ
///   9  body_newton         Newton steps over bodies with sweeps between them
///  10  interior_point      interior-point method on the exact cones over bodies
///   3  free_bodies         stages 3, 4 and 6 with the sparse matrices of free bodies
///   3  active_set_newton   undamped semismooth Newton on the dense matrix
///   6  early_admm          ADMM, with stage 3 after its rounds
///   4  damped_newton       semismooth Newton with line search in proximal steps
///   5  polyhedral_lcp      Lemke on refined polygons; it also recognises jams
///   6  admm                ADMM, with stages 3 and 4 after its rounds
///   7  accelerated_sweeps  sweeps with conjugate directions, stages 3 and 4 after their rounds
/// A stage that calls stages 3 and 4 reports their number if they meet the tolerance. Islands of
/// more than pile_rows rows are solved by sweeps alone (pile.h).
class ConicSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  /// Status of a problem whose impulses grow without bound. INFEASIBLE: lambda is the certificate.
  int name_jam(double* u);

  Workspace work_;
};

}  // namespace cardan::conic
