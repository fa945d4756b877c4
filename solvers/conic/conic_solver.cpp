#include "solvers/conic/conic_solver.h"

#include <algorithm>
#include <cmath>

#include "cardan/problem_view.h"
#include "solvers/conic/pile.h"
#include "solvers/conic/stages/stage.h"

namespace cardan::conic {

const sdk::SolverInfo& ConicSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "conic";
    info.version = "0.1.0";
    info.doc =
        "exact Coulomb cones: block Gauss-Seidel, Newton, interior point, Lemke and ADMM in stages";
    info.default_formulation = "cone";
    info.kinds = sdk::kAllKinds;
    info.required_properties = CARDAN_SYMMETRIC;
    info.needs = CARDAN_NEEDS_FACTORS;
    info.max_cone_dim = 6;
    info.params = param_table().data();
    info.num_params = param_table().size();
    return info;
  }();
  return kInfo;
}

void ConicSolver::reserve(const cardan_size& size) {
  work_.reserve(begin_reserve(size), read_options(*this));
}

int ConicSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                       cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  work_.options = read_options(*this);
  work_.start(problem, lambda, report);
  work_.budget.self = this;
  work_.budget.cancelled = [](const void* self) {
    return static_cast<const ConicSolver*>(self)->cancelled();
  };
  if (problem.m() > work_.options.pile_rows) return solve_pile(work_, u);

  bool solved = run_stages(work_);
  if (!solved) work_.offer_bodies();
  const solvers::Best& best = work_.best;
  best.copy_to(lambda);
  if (!solved && !work_.blocks_built) {
    set_error("a block has a kind or size that conic does not support");
  }
  if (!solved && report.stage >= kActiveSetNewton) {
    // The Newton stages judge u computed with their own matrix; the final judgement uses the
    // factors.
    work_.best.reset(problem.m());
    solved = work_.confirm(lambda);
  }
  report.iterations = work_.budget.iterations;
  report.factorizations = work_.budget.factorizations;
  report.residual = best.residual();
  report.worst_block = best.worst_block();
  if (u != nullptr) best.copy_velocity_to(u);
  if (solved) return CARDAN_SOLVED;
  if (!std::isfinite(best.residual())) return CARDAN_NUMERIC;
  return work_.ray || work_.stalled ? name_jam(u) : CARDAN_ITERATIONS;
}

int ConicSolver::name_jam(double* u) {
  const sdk::ProblemView& problem = *work_.problem;
  double* certificate = work_.polyhedral_lambda.data();
  if (!work_.polyhedral_lcp.find_self_stress(problem, work_.budget, certificate)) {
    set_error("the impulses grow without bound up to rounding errors");
    return CARDAN_JAMMED;
  }
  set_error("no solution exists: normals and free rows press against each other without bound");
  std::copy(certificate, certificate + problem.m(), work_.lambda);
  if (u != nullptr) sdk::compute_velocity(problem, work_.lambda, work_.z.data(), u);
  return CARDAN_INFEASIBLE;
}

}  // namespace cardan::conic
