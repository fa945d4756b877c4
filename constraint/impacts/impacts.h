#pragma once

#include <vector>

#include "cardan/constraint/impacts/restitution.h"

namespace cardan {

/// Result of the impacts of one island in one step.
struct ImpactOutcome {
  double residual = 0;  ///< largest residual of the phases that make up the answer [m/s]
  double scale = 1;     ///< smallest applied fraction of e
  int passes = 1;       ///< number of successive impacts
  /// False if contacts that were still closing after the last pass were stopped without a bounce,
  /// or if the passes were discarded and the answer of the first solve stops the thrown bodies.
  bool finished = true;
  bool cut_by_budget = false;  ///< further solves were skipped because the budget was spent
};

/// Vectors of one island. They keep their capacity.
struct ImpactWork {
  RestitutionWork law;
  std::vector<double> t0;  ///< (m) known part of the answer λ_C
  /// (m) b of the problem that the total impulses solve. Empty if no pass followed the first solve;
  /// b is then that of the base, with Newton's terms multiplied by the scale.
  std::vector<double> b;
  std::vector<double> first;  ///< (m) λ_C of the first solve, while the passes run

  /// State of one contact during the passes.
  struct Contact {
    /// Values of the BaseBlock as assembled.
    double restitution_coefficient = 0, rebound_velocity = 0, closing = 0;
    double bias = 0;        ///< bias of the normal row without a bounce [m/s]
    double incoming = 0;    ///< J v before the pass, without the forces of the step [m/s]
    double reached = 0;     ///< J v after the last pass [m/s]
    bool left_out = false;  ///< the current pass does not constrain this contact
  };
  std::vector<Contact> contacts;              ///< one state per contact
  std::vector<double> known;                  ///< (m) impulses of the earlier passes
  std::vector<double> b_start, b_free_start;  ///< (m) b and b_free as assembled
};

/// True if, within the step, one contact throws a body against another contact with e > 0, and the
/// impulses λ_C stop the second contact without a bounce. z: scratch memory.
CARDAN_API bool stops_a_throw(const BaseProblem& base, const double* lambda_C,
                              std::vector<double>& z);

/// Applies the restitution law. Impacts that cause one another within the step are solved in
/// successive passes (docs/theory/restitution.md). If no body is thrown against another, the law is
/// applied only once. This first answer is also kept if a later pass has no finite answer or if the
/// passes together gain energy. The base is restored afterwards.
CARDAN_API ImpactOutcome solve_impacts(BaseProblem& base, RestitutionLaw law, PhaseSolve solve,
                                       ImpactWork& work, std::vector<double>& lambda_C);

}  // namespace cardan
