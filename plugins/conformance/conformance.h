#pragma once

#include <string>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// One question put to a solver.
struct ConformanceCheck {
  enum class Outcome { kPassed, kFailed, kSkipped };

  std::string name;
  Outcome outcome = Outcome::kPassed;
  std::string detail;  ///< why it failed or was skipped; residual and iterations where it passed
};

struct CARDAN_API ConformanceReport {
  std::string solver;  ///< id
  std::vector<ConformanceCheck> checks;

  /// No check failed and at least one problem was solved.
  bool passed() const;
  /// One line per check and a last line with the counts.
  std::string text() const;
};

/// Puts canned problems of known answer or known trouble to the solver, as far as its kinds and
/// required properties go, and judges them with the engine's own residual: analytic rows, sticking
/// and sliding contacts, redundant tables, duplicate rows, μ = 0, no rows, a slack row with a zero
/// diagonal, an empty Y, a mass ratio of 10⁶, a jam without solution; then purity (A, B, A gives
/// equal bits), a second instance, a warm start, guard words around λ and u, budget, cancelling,
/// NaN in b. Takes well under a second for a sound solver. Throws nothing: what goes wrong is in
/// the report. Allocation inside solve is not seen here (that takes a counting malloc).
CARDAN_API ConformanceReport check_solver(const cardan_solver_desc& desc);

}  // namespace cardan
