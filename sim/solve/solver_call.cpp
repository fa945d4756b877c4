#include "sim/solve/solver_call.h"

#include <algorithm>

#include "cardan/contact_solver.h"

namespace cardan {

namespace {

bool needs_dense(const ContactSolver& solver) {
  return (solver.desc().needs & CARDAN_NEEDS_DENSE) != 0;
}

// Report for a problem that is too large for the solver.
SolveReport refuse_size() {
  SolveReport refused;
  refused.status = CARDAN_UNSUPPORTED;
  refused.fault =
      "the island has more rows than the solver supports (cardan solvers --describe; with a dense "
      "matrix at most 4096); choose another formulation, solver or fallback";
  return refused;
}

}  // namespace

// The dense A is not copied for the solver, so that one that a solver may have overwritten is
// cleared.
SolveReport call_solver(ContactSolver& solver, IslandWork& work) {
  const bool lowered = work.lowering.lower(work.problem, solver.desc().kinds, work.lowered);
  Problem& problem = lowered ? work.lowered : work.problem;
  if (is_too_large(problem.m(), solver.desc())) return refuse_size();
  if (needs_dense(solver)) problem.form_dense();
  if (!lowered) {
    const SolveReport report = solver.solve(problem.view(), work.lambda, work.u);
    if (report.discarded) problem.A.clear();
    return report;
  }
  work.lambda_lowered.assign(problem.m(), 0.0);
  work.u_lowered.resize(problem.m());
  work.lowering.guess(work.problem, work.lambda.data(), work.lambda_lowered.data());
  const SolveReport report = solver.solve(problem.view(), work.lambda_lowered, work.u_lowered);
  if (report.discarded) {
    problem.A.clear();
  } else {
    work.lowering.lift(work.lambda_lowered.data(), work.lambda.data());
  }
  return report;
}

void reserve_dense_for(const ContactSolver& solver, const cardan_size& size, IslandWork& work) {
  if (!needs_dense(solver)) return;
  const int rows = Lowering::lowered_rows(work.problem, solver.desc().kinds);
  const bool lowered = rows != work.problem.m();
  const int present = lowered ? rows : std::max(rows, size.m);
  const int limit = dense_row_limit(solver.desc());
  const std::size_t n = static_cast<std::size_t>(std::min(present, limit));
  const std::size_t columns_apart = (n + 7) / 8 * 8;  // as Problem::form_dense()
  (lowered ? work.lowered : work.problem).A.reserve(columns_apart * n);
}

}  // namespace cardan
