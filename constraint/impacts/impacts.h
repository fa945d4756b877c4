#pragma once

#include <vector>

#include "constraint/impacts/restitution.h"

namespace cardan {

/// Result of the impacts of one island in one step.
struct ImpactOutcome {
  double residual = 0;  ///< largest residual of the phases that make up the answer [m/s]
  double scale = 1;     ///< smallest applied fraction of e
  int passes = 1;       ///< number of stages with impacts, at least 1
  /// False if contacts that were still closing after the last stage were stopped without a bounce,
  /// or if a stage had no finite answer.
  bool finished = true;
  bool cut_by_budget = false;  ///< further solves were skipped because the budget was spent
};

/// Vectors of one island. They keep their capacity.
struct ImpactWork {
  RestitutionWork law;
  std::vector<double> t0;  ///< (m) known part of the answer λ_C
  /// (m) b of the problem that the total impulses solve. Empty if there was only one solve; b is
  /// then that of the base.
  std::vector<double> b;
  /// (Y.cols) Σ_k (α_{k+1} − α_k) (z_k − z), where z is that of the answer: the step moves q by h
  /// times this pseudo-velocity besides h v⁺. Empty if no impact has a time of its own.
  std::vector<double> shift;

  /// Work of the impulses with the velocities after the step minus that at their own times [J].
  double lag_work = 0;
  /// Σ λ Y z0 over the impulses of impacts [J]: the work that the forces of the whole step would do
  /// on the change of velocity by the impacts.
  double pull_work = 0;

  /// State of one contact during the stages.
  struct Contact {
    /// Values of the BaseBlock as assembled.
    double restitution_coefficient = 0, rebound_velocity = 0, closing = 0;
    double bias = 0;        ///< bias of the normal row without a bounce [m/s]
    double gap = 0;         ///< at the time of the stage [m]
    double reached = 0;     ///< J v⁺ of the normal row after the last stage [m/s]
    bool struck = false;    ///< it has bounced in this step
    bool bounces = false;   ///< it is struck in the current stage
    bool waits = false;     ///< it is struck in a later stage
    bool left_out = false;  ///< the current stage does not constrain this contact
  };
  std::vector<Contact> contacts;              ///< one state per contact
  std::vector<double> known;                  ///< (m) impulses of the earlier stages
  std::vector<double> forces;                 ///< (m) change of J v by all but impacts [m/s]
  std::vector<double> z;                      ///< (Y.cols) Yᵀ λ of all impulses so far
  std::vector<double> lo, hi;                 ///< (blocks) bounds as assembled
  std::vector<double> b_start, b_free_start;  ///< (m) b and b_free as assembled
};

/// True if, within the step, one contact throws a body against another contact with e > 0, and the
/// impulses λ_C stop the second contact without a bounce. z: scratch memory.
CARDAN_API bool stops_a_throw(const BaseProblem& base, const double* lambda_C,
                              std::vector<double>& z);

/// Applies the restitution law. The impacts of a step act in stages, each at its time within the
/// step and after all that came before (docs/theory/restitution.md). Solves once if
/// nothing bounces and no body is thrown against another. If a stage has no finite answer, all
/// impacts act together at the start of the step. The base is restored afterwards.
CARDAN_API ImpactOutcome solve_impacts(BaseProblem& base, RestitutionLaw law, PhaseSolve solve,
                                       ImpactWork& work, std::vector<double>& lambda_C);

}  // namespace cardan
