#pragma once

#include <string>
#include <vector>

#include "cardan/conformance.h"
#include "cardan/contact_solver.h"
#include "plugins/conformance/canned_problems.h"

namespace cardan {

/// Result of one call of solve, and observations that the host made during the call.
struct ExaminedAnswer {
  SolveReport report;
  std::vector<double> lambda, u;
  std::int64_t allocations = 0;  ///< number of allocations in solve
  int messages = 0;              ///< number of messages that the solver logged in solve
  std::string setup_fault;       ///< fault that the host found in create or reserve
};

/// One solver under examination.
struct Examination {
  const cardan_solver_desc& desc;
  const ConformanceOptions& options;
  /// Small problems that have a solution and that the solver accepts.
  std::vector<const CannedProblem*> asked;
};

/// Calls reserve and solve once, with guard words around λ and u and with read-only input. An empty
/// guess means zeros.
ExaminedAnswer ask(const Examination& examination, ContactSolver& solver, const Problem& problem,
                   const std::vector<double>& guess = {});

/// Returns the fault of an answer, or "" if there is none. error: the solver's last error.
std::string fault_of(const CannedProblem& canned, const ExaminedAnswer& answer, const char* error);

/// Returns the reason why the solver need not accept the problem, or "" if it must accept it.
std::string why_not_asked(const cardan_solver_desc& desc, const Problem& problem);

/// A check of behaviour with one or two instances of the solver on all problems in
/// Examination::asked. ask() returns the fault, or "" if there is none.
struct ConductQuestion {
  const char* name;
  std::string (*ask)(const Examination& examination);
};
const std::vector<ConductQuestion>& conduct_questions();

/// Runs two instances simultaneously on two threads and compares their answers with those of a
/// single instance.
std::string two_threads(const Examination& examination);

}  // namespace cardan
