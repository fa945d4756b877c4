#pragma once

#include <cstdint>
#include <vector>

#include "../common/admm.h"
#include "../common/best.h"
#include "accelerated.h"
#include "cardan/sdk/solver.h"
#include "cells.h"
#include "facets.h"
#include "half_lines.h"
#include "newton.h"
#include "velocity_rounds.h"

namespace cardan::conic {

/// The staged solver of exact Coulomb problems (docs/solvers/conic.md): accept the guess, block
/// Gauss–Seidel on z = Yᵀ λ, direct solve of the modes, proximal semismooth Newton, accelerated
/// sweeps.
class ConicSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  /// Stages, in the order in which they are tried, but that half lines come first; the number
  /// stands in report.stage.
  enum Stage {
    kAccept = 0,
    kSweeps = 1,
    kRounds = 2,
    kModes = 3,
    kProximal = 4,
    kFacets = 5,
    kAdmm = 6,
    kAccelerated = 7,
    kHalfLines = 8
  };

  /// Islands of more than heap_rows rows: sweeps with conjugate directions up to the budget's
  /// limit, no more (heap.cpp).
  int solve_heap(const sdk::ProblemView& problem, double* lambda, double* u, cardan_report& report);
  /// z_, u_ and the residual of lambda, cell by cell.
  double judge_heap(const sdk::ProblemView& problem, const double* lambda);
  /// judge_heap, where a lambda that the judge refuses is projected into its sets first.
  double judge_inside(const sdk::ProblemView& problem, double* lambda);
  void start_budget(const sdk::ProblemView& problem);
  void count_sweep(const sdk::ProblemView& problem);

  /// Each returns true when the tolerance is met.
  bool run_stages(const sdk::ProblemView& problem, double* lambda, cardan_report& report);
  bool run_half_lines(const sdk::ProblemView& problem, double* lambda, cardan_report& report);
  bool run_sweeps(const sdk::ProblemView& problem, double* lambda);
  using Polish = bool (ConicSolver::*)(const sdk::ProblemView&, const double*, cardan_report&);
  /// All that comes after the sweeps.
  bool run_later_stages(const sdk::ProblemView& problem, double* lambda, cardan_report& report);
  /// Runs the next stages while there is hope of an easy end.
  bool run_early_stages(const sdk::ProblemView& problem, cardan_report& report);
  bool run_modes(const sdk::ProblemView& problem, const double* start, cardan_report& report);
  bool run_first_acceleration(const sdk::ProblemView& problem, double* lambda);
  bool run_rounds(const sdk::ProblemView& problem, cardan_report& report);
  /// Modes, ADMM and proximal Newton by the sparse matrices of free bodies; their steps fall with
  /// the work of one as those of the dense stages do.
  bool run_sparse(const sdk::ProblemView& problem, cardan_report& report);
  bool takes_sparse(const sdk::ProblemView& problem);
  /// Whether what is left of the work pays for so many dense factorisations.
  bool affords_factorizations(const sdk::ProblemView& problem, int count) const;
  bool run_newton(const sdk::ProblemView& problem, const double* start, cardan_report& report);
  bool run_facets(const sdk::ProblemView& problem, cardan_report& report);
  /// Ever finer polygons with one covering vector; first: how the regular ones ended.
  bool refine_facets(const sdk::ProblemView& problem, int cover, cardan_report& report,
                     Facets::Ending& first);
  /// At most `limit` iterations, in rounds with a polish after each.
  bool run_admm(const sdk::ProblemView& problem, int limit, Polish polish, cardan_report& report);
  bool run_accelerated(const sdk::ProblemView& problem, double* lambda, cardan_report& report);
  /// Rounding of the residual of the best point [m/s], by the terms of u from z_.
  double rounding(const sdk::ProblemView& problem);
  /// The best residual is what rounding leaves: no stage can do better.
  bool at_rounding(const sdk::ProblemView& problem);
  /// It is so near to that that long stages are not worth their time.
  bool stalled(const sdk::ProblemView& problem);
  /// True: the guess solves the problem. One that is not finite becomes zero.
  bool confirm_start(const sdk::ProblemView& problem, double* lambda);
  /// u_, z_ and the residual of lambda from scratch; offers it to best_.
  bool confirm(const sdk::ProblemView& problem, const double* lambda);

  /// The status of a problem whose polygons end on rays; lambda: the certificate of INFEASIBLE.
  int name_jam(const sdk::ProblemView& problem, double* lambda, double* u);
  /// The dense stages judge u of their own matrix: their best from scratch, by the factors.
  bool confirm_best(const sdk::ProblemView& problem);

  HalfLines half_lines_;
  Cells cells_;
  solvers::Best best_;
  Newton newton_;
  solvers::BodyMatrix newton_bodies_, admm_bodies_;
  VelocityRounds rounds_;
  Facets facets_;
  solvers::Admm admm_;
  Budget budget_;
  int dense_rows_ = 0;  ///< rows for which newton_ has storage
  AcceleratedSweeps accelerated_;
  std::vector<double> z_, u_, start_, facet_lambda_;
  int facet_rows_ = 0;             ///< rows for which facets_ has storage
  int sweeps_ = 0;                 ///< that stage 8 has taken of max_sweeps
  bool ray_ = false;               ///< the polygons ended on rays
  bool cells_built_ = false;       ///< of the present problem
  bool half_lines_built_ = false;  ///< and it is theirs
  bool dense_ = false;             ///< the dense stages have storage, and work for them is left
  bool sparse_ = false;            ///< newton_ and admm_ work on the bodies' matrices
  bool stalled_ = false;           ///< rounding ended the polygons
  int reserved_rows_ = 0, reserved_cols_ = 0;
  std::int64_t reserved_entries_ = 0;  ///< of Y
};

}  // namespace cardan::conic
