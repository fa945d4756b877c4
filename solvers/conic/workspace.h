#pragma once

#include <vector>

#include "solvers/common/admm.h"
#include "solvers/common/best.h"
#include "solvers/common/body_matrix.h"
#include "solvers/conic/accelerated.h"
#include "solvers/conic/blocks.h"
#include "solvers/conic/bodies/body_form.h"
#include "solvers/conic/bodies/body_newton.h"
#include "solvers/conic/bodies/interior_point.h"
#include "solvers/conic/budget.h"
#include "solvers/conic/newton.h"
#include "solvers/conic/nonnegative_qp.h"
#include "solvers/conic/options.h"
#include "solvers/conic/polyhedral_lcp.h"

namespace cardan::conic {

/// Storage of a solver and the state of the current solve, shared by the stages. Storage used by a
/// single stage is here too.
struct Workspace {
  /// Allocates for problems of at most this size.
  void reserve(const cardan_size& size, const Options& new_options);
  /// Begins a solve with a fresh budget.
  void start(const sdk::ProblemView& new_problem, double* new_lambda, cardan_report& new_report);

  /// Computes z, u and the residual of a λ from scratch and offers it to `best`. Returns true if
  /// the tolerance is met.
  bool confirm(const double* impulses);
  /// Judges the best iterate with the factors, because the Newton stages judge the u of their own
  /// matrix. Returns true if the tolerance is met.
  bool confirm_best();
  void count_sweep();
  /// Counts a sweep of the stages over bodies, which count a series of sweeps as one iteration.
  void count_body_sweep();

  /// If the stages over bodies end far from a solution, as they do in jams, the later stages start
  /// from the iterate of the sweeps. The iterate of the stages over bodies is kept.
  void return_to_sweeps();
  /// Offers the iterate that return_to_sweeps() kept.
  void offer_bodies();

  /// True if the best iterate is near a solution: its residual is at most 1000 times the tolerance.
  bool is_near() const { return best.residual() <= 1e3 * problem->tolerance(); }
  /// True if the best residual is as small as rounding allows, so that no stage can improve it.
  bool at_rounding();
  /// True if the impulses have grown so much that rounding dominates u, far above the tolerance: a
  /// jam.
  bool impulses_diverge();
  /// True if the remaining work allows `count` dense factorisations.
  bool affords_factorizations(int count) const;
  /// Maximum number of rows of a polyhedral problem.
  int polyhedral_rows() const { return static_cast<int>(polyhedral_lambda.size()); }

  Options options{};
  NonnegativeQp nonnegative_qp;
  Blocks blocks;
  solvers::Best best;
  BodyForm body_form;
  BodyNewton body_newton;
  InteriorPoint interior_point;
  Newton newton;
  solvers::BodyMatrix newton_bodies, admm_bodies;
  PolyhedralLcp polyhedral_lcp;
  solvers::Admm admm;
  AcceleratedSweeps accelerated;
  std::vector<double> z, u, start_lambda, kept_lambda, polyhedral_lambda;
  std::vector<double> swept_lambda,
      body_lambda;     ///< iterates of the sweeps and of the stages over bodies; between the
                       ///< stages, the latter is valid if returned_to_sweeps is set
  int dense_rows = 0;  ///< maximum number of rows of a dense problem in `newton`

  // State of the current solve.
  const sdk::ProblemView* problem = nullptr;
  double* lambda = nullptr;  ///< guess, then the iterate of the sweeps, finally the answer
  cardan_report* report = nullptr;
  Budget budget;
  int sweeps = 0;                   ///< part of max_sweeps that the nonnegative QP has spent
  bool nonnegative_built = false;   ///< nonnegative_qp holds the problem
  bool blocks_built = false;        ///< blocks holds the problem
  bool body_form_built = false;     ///< body_form holds the problem
  bool returned_to_sweeps = false;  ///< return_to_sweeps() has stored an iterate in body_lambda
  bool dense = false;               ///< the dense stages have storage, and work for them remains
  bool sparse = false;              ///< newton and admm use the matrices of free bodies
  bool free_bodies_tried = false;   ///< the sparse stages have failed
  bool ray = false;                 ///< the polygons ended on rays
  bool stalled = false;             ///< rounding ended the polygons

 private:
  /// Rounding error of the residual of the best iterate [m/s], estimated from the magnitudes of the
  /// terms of u at the current z.
  double rounding() const;
};

}  // namespace cardan::conic
