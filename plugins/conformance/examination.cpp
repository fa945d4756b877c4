#include "plugins/conformance/examination.h"

#include <algorithm>
#include <cmath>

#include "cardan/contact_solver.h"
#include "constraint/compatibility.h"
#include "constraint/judge/residual.h"
#include "core/number_text.h"
#include "plugins/conformance/write_trap.h"

namespace cardan {

namespace {

/// Judge's residual of λ [m/s]; du: distance of the solver's u from Aλ + b.
double judged(const Problem& problem, const ExaminedAnswer& answer, double* du) {
  std::vector<double> z(static_cast<std::size_t>(problem.Y.cols) + 1), u(problem.b.size() + 1);
  const cardan_problem view = problem.view();
  compute_velocity(view, answer.lambda.data(), z.data(), u.data());
  *du = 0;
  for (std::size_t i = 0; i < problem.b.size(); ++i) {
    *du = std::max(*du, std::fabs(u[i] - answer.u[i]) / (1 + std::fabs(u[i])));
  }
  return judge(view, answer.lambda.data(), u.data()).value;
}

}  // namespace

std::string why_not_asked(const cardan_solver_desc& desc, const Problem& problem) {
  const std::string unfit = why_unfit(problem, desc);
  return unfit.empty() ? why_too_large(problem.m(), desc) : unfit;
}

ExaminedAnswer ask(const Examination& examination, ContactSolver& solver, const Problem& problem,
                   const std::vector<double>& guess) {
  ExaminedAnswer answer;
  const cardan_problem view = problem.view();
  answer.setup_fault = solver.fault();
  solver.watch_conduct();
  solver.reserve(size_of(view));
  if (answer.setup_fault.empty()) answer.setup_fault = solver.fault();
  const std::size_t m = problem.b.size();
  answer.lambda.assign(m, 0.0);
  answer.u.assign(m, 0.0);
  std::copy(guess.begin(), guess.end(), answer.lambda.begin());
  const int messages = solver.num_messages();
  const auto count = examination.options.count_allocations;
  const std::int64_t before = count == nullptr ? 0 : count();
  answer.report = WriteTrap::solve(solver, view, answer.lambda, answer.u);
  if (count != nullptr) answer.allocations = count() - before;
  answer.messages = solver.num_messages() - messages;
  return answer;
}

std::string fault_of(const CannedProblem& canned, const ExaminedAnswer& answer, const char* error) {
  if (answer.report.discarded) return answer.report.fault;
  const int status = answer.report.status;
  const std::string said = std::string("says ") + status_name(status);
  const std::string reason = error[0] != '\0' ? std::string(": ") + error : "";
  if (status == CARDAN_UNSUPPORTED) return said + " of kinds that it declares" + reason;
  if (status == CARDAN_NUMERIC && answer.report.fault != nullptr) return said + reason;
  if (status == CARDAN_INFEASIBLE &&
      !certificate_holds(canned.problem.view(), answer.lambda.data())) {
    return said + ", but its certificate does not hold";
  }
  if (canned.expected == Expected::kNoSolution) {
    return status == CARDAN_SOLVED ? said + ", but there is no solution" : "";
  }
  if (status != CARDAN_SOLVED) return canned.expected == Expected::kHonest ? "" : said + reason;
  double du = 0;
  const double residual = judged(canned.problem, answer, &du);
  if (!(residual <= canned.problem.tolerance)) {
    return said + ", but the judge's residual is " + number_text(residual, 2) + " m/s";
  }
  if (!(du <= 1e-9)) return "its u is not A lambda + b, off by " + number_text(du, 2);
  return "";
}

}  // namespace cardan
