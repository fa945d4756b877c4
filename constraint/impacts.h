#pragma once

#include <vector>

#include "cardan/constraint/restitution.h"

namespace cardan {

/// How the impacts of one island in one step came out.
struct ImpactOutcome {
  double residual = 0;  ///< largest of the phases that the answer is made of [m/s]
  double scale = 1;     ///< least share of e that was taken
  int passes = 1;       ///< impacts one after another
  /// False: what still closed after the last pass was stopped, or the passes came to nothing and
  /// all that was thrown was.
  bool finished = true;
};

/// Vectors of one island that keep their capacity.
struct ImpactWork {
  RestitutionWork law;
  std::vector<double> t0;  ///< (m) known impulse of the answer
  /// (m) b that the answer solves with all its impulses; empty: that of the base, with Newton's
  /// terms times the scale, and no pass ran after the first solve.
  std::vector<double> b;
  std::vector<double> first;  ///< (m) λ_C of that solve, while the passes run

  /// One contact's part in the passes.
  struct Contact {
    double bounce = 0, restitution = 0, closing = 0;  ///< as assembled
    double bias = 0;        ///< of its normal row where it does not bounce [m/s]
    double incoming = 0;    ///< J v before the pass, without the forces of the step [m/s]
    double reached = 0;     ///< J v after the last pass [m/s]
    bool left_out = false;  ///< of the present pass
  };
  std::vector<Contact> contacts;              ///< (num_contacts)
  std::vector<double> known;                  ///< (m) of the passes before
  std::vector<double> b_start, b_free_start;  ///< (m) as assembled
};

/// True where these impulses stop a contact of an elastic pair that came in without a bounce: a
/// body that was thrown against its neighbour within the step.
CARDAN_API bool stops_a_throw(const BaseProblem& base, const double* lambda_C,
                              std::vector<double>& z);

/// The restitution law with impacts that follow from one another within the step, one pass after
/// the other (docs/theory/restitution.md). Solves once where no body is thrown against another;
/// that answer stands, too, where a later pass has none that is finite or the passes together gain
/// energy. The base is left as it was.
CARDAN_API ImpactOutcome solve_impacts(BaseProblem& base, RestitutionLaw law, PhaseSolver& solver,
                                       ImpactWork& work, std::vector<double>& lambda_C);

}  // namespace cardan
