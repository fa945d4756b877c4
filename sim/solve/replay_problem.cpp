#include "cardan/replay_problem.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "cardan/contact_solver.h"
#include "constraint/compatibility.h"
#include "constraint/judge/residual.h"
#include "constraint/judge/rounding.h"
#include "constraint/lowering.h"

namespace cardan {

namespace {

bool has_finite_impulses(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

ContactSolver solver_with_options(const cardan_solver_desc& desc,
                                  const std::vector<SolverOption>& options) {
  ContactSolver solver(desc);
  for (const SolverOption& option : options) {
    if (find_option(desc, option.name) != nullptr) solver.set_option(option);
  }
  return solver;
}

// Status from the computed residual and the status of the solver.
int judged_status(const ProblemReplay& result, const Problem& problem, int said) {
  if (result.residual <= problem.tolerance) return CARDAN_SOLVED;
  if (said == CARDAN_INFEASIBLE) {
    const bool proven = has_finite_impulses(result.lambda) &&
                        certificate_holds(problem.view(), result.lambda.data());
    return proven ? CARDAN_INFEASIBLE : CARDAN_JAMMED;
  }
  return said == CARDAN_SOLVED ? CARDAN_APPROXIMATE : said;
}

void judge_answer(const Problem& problem, ProblemReplay& result) {
  const cardan_problem view = problem.view();
  std::vector<double> z(std::max(problem.Y.cols, 1));
  result.u.assign(problem.b.size(), 0.0);
  result.siconos_error = ProblemReplay::kNone;
  if (!has_finite_impulses(result.lambda)) {
    result.residual = std::numeric_limits<double>::infinity();
    return;
  }
  compute_velocity(view, result.lambda.data(), z.data(), result.u.data());
  // Steps and weights may be those of the file, so the rounding is computed in full.
  result.residual = std::max(judge(view, result.lambda.data(), result.u.data()).value,
                             rounding_bound(view, result.lambda.data(), result.u.data()));
  const bool cones = std::all_of(problem.blocks.begin(), problem.blocks.end(),
                                 [](const cardan_block& b) { return b.kind == CARDAN_CONE; });
  if (cones) result.siconos_error = siconos_error(view, result.lambda.data(), result.u.data());
}

/// Problem given to the solver.
struct ChosenProblem {
  Problem problem;             ///< that of the file, or its symmetric part
  std::optional<Problem> own;  ///< with the matrix of the file, if `problem` has its symmetric part
  bool grossly_unsymmetric = false;
  std::string unfit;
};

ChosenProblem choose_problem(const ProblemFile& file, const cardan_solver_desc& solver) {
  ChosenProblem chosen{file.problem, own_problem(file), false, why_unfit(file.problem, solver)};
  if (chosen.unfit.empty()) return chosen;
  std::optional<Problem> symmetric = symmetric_part(file.problem);
  if (!symmetric || !why_unfit(*symmetric, solver).empty()) return chosen;
  return {std::move(*symmetric), file.problem, true, ""};
}

// Residual with the matrix of the file. If the matrix is far from symmetric, the symmetric problem
// is a different one, and its answer counts only if it also solves the problem of the file.
void judge_own_problem(const ChosenProblem& chosen, ProblemReplay& result) {
  ProblemReplay own;
  own.lambda = result.lambda;
  judge_answer(*chosen.own, own);
  result.own_residual = own.residual;
  const bool solves = own.residual <= chosen.problem.tolerance;
  if (chosen.grossly_unsymmetric && result.status == CARDAN_SOLVED && !solves) {
    result.status = CARDAN_APPROXIMATE;
  }
}

}  // namespace

std::string why_unfit(const ProblemFile& file, const cardan_solver_desc& solver) {
  return choose_problem(file, solver).unfit;
}

ProblemReplay replay_problem(const ProblemFile& file, const cardan_solver_desc& desc,
                             const ProblemReplaySettings& settings) {
  ProblemReplay result;
  result.solver = desc.id;
  ChosenProblem chosen = choose_problem(file, desc);
  Problem& problem = chosen.problem;
  Problem lowered;
  if (settings.tolerance > 0) problem.tolerance = settings.tolerance;
  result.tolerance = problem.tolerance;
  result.unfit = chosen.unfit;
  if (!result.unfit.empty()) return result;

  Lowering lowering;
  const bool was_lowered = lowering.lower(problem, desc.kinds, lowered);
  Problem& given = was_lowered ? lowered : problem;
  result.unfit = why_too_large(given.m(), desc);
  if (!result.unfit.empty()) return result;
  if ((desc.needs & CARDAN_NEEDS_DENSE) != 0) given.form_dense();

  ContactSolver solver = solver_with_options(desc, settings.options);
  solver.reserve(size_of(given.view()));
  result.lambda = file.guess;
  if (settings.cold) std::fill(result.lambda.begin(), result.lambda.end(), 0.0);
  std::vector<double> lambda = result.lambda;
  if (was_lowered) {
    lambda.assign(given.b.size(), 0.0);
    lowering.guess(problem, result.lambda.data(), lambda.data());
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const SolveReport report = solver.solve(given.view(), lambda, {});
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (was_lowered) {
    lowering.lift(lambda.data(), result.lambda.data());
  } else {
    result.lambda = lambda;
  }
  result.iterations = report.iterations;
  judge_answer(problem, result);
  result.status = judged_status(result, problem, report.status);
  if (chosen.own) judge_own_problem(chosen, result);
  if (result.status != CARDAN_SOLVED) {
    result.remark = report.fault != nullptr ? report.fault : solver.last_error();
  }
  return result;
}

void compare_to_best(std::vector<ProblemReplay>& replays) {
  const ProblemReplay* best = nullptr;
  for (const ProblemReplay& result : replays) {
    if (result.status != CARDAN_SOLVED) continue;
    if (best == nullptr || result.residual < best->residual) best = &result;
  }
  for (ProblemReplay& result : replays) {
    result.impulse_difference = result.velocity_difference = ProblemReplay::kNone;
    // The λ of INFEASIBLE is a certificate, not an impulse.
    const bool impulses = !result.lambda.empty() && std::isfinite(result.residual) &&
                          result.status != CARDAN_INFEASIBLE;
    if (best == nullptr || !impulses) continue;
    result.impulse_difference = result.velocity_difference = 0;
    for (std::size_t i = 0; i < result.lambda.size(); ++i) {
      result.impulse_difference =
          std::max(result.impulse_difference, std::abs(result.lambda[i] - best->lambda[i]));
      result.velocity_difference =
          std::max(result.velocity_difference, std::abs(result.u[i] - best->u[i]));
    }
  }
}

}  // namespace cardan
