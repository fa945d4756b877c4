#pragma once

#include <string>
#include <vector>

#include "cardan/conformance/canned_problems_internal.h"
#include "cardan/conformance/conformance.h"
#include "cardan/host/contact_solver.h"

namespace cardan {

/// Result of one call of solve, and observations of it from outside.
struct Answer {
  SolveReport report;
  std::vector<double> lambda, u;
  std::int64_t allocations = 0;  ///< in solve
  int messages = 0;              ///< that it logged in solve
  std::string setup_fault;       ///< what the host found wrong with create or reserve
};

/// One solver under examination.
struct Examination {
  const cardan_solver_desc& desc;
  const ConformanceOptions& options;
  std::vector<const CannedProblem*> asked;  ///< small ones that have a solution
};

/// One call of solve, after reserve, with guard words around λ and u and an input that cannot be
/// written. An empty guess is zeros.
Answer ask(const Examination& examination, ContactSolver& solver, const Problem& problem,
           const std::vector<double>& guess = {});

/// The fault of an answer; "" if none. error: the solver's last one.
std::string fault_of(const CannedProblem& canned, const Answer& answer, const char* error);

/// Why the solver need not take the problem; "" if it must.
std::string why_not_asked(const cardan_solver_desc& desc, const Problem& problem);

/// Questions of conduct that one or two instances of the solver answer, over all problems that are
/// asked: name, and what is wrong ("" if nothing).
struct ConductQuestion {
  const char* name;
  std::string (*ask)(const Examination& examination);
};
const std::vector<ConductQuestion>& conduct_questions();

/// Two instances on two threads at a time, against the answers of one.
std::string two_threads(const Examination& examination);

}  // namespace cardan
