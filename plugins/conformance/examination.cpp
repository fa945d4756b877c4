#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/conformance/examination_internal.h"
#include "cardan/constraint/match.h"
#include "cardan/constraint/residual.h"

namespace cardan {

namespace {

constexpr double kGuard = -7.25e77;
constexpr std::size_t kGuards = 4;

std::string number_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

/// Judge's residual of λ [m/s]; du: distance of the solver's u from Aλ + b.
double judged(const Problem& problem, const Answer& answer, double* du) {
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
  std::uint32_t kinds = 0;
  int cone_dim = 0;
  for (const cardan_block& block : problem.blocks) {
    kinds |= 1u << block.kind;
    if (block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX) {
      cone_dim = std::max(cone_dim, block.dim);
    }
  }
  if (kinds & ~desc.kinds) return "does not take " + kinds_text(kinds & ~desc.kinds);
  std::uint32_t lacking = desc.required_properties & ~problem.properties;
  if ((desc.needs & CARDAN_GROUP_SOLVES) && (problem.properties & CARDAN_GROUPED)) {
    lacking &= ~static_cast<std::uint32_t>(CARDAN_POSITIVE_DIAGONAL);
  }
  if (lacking) return "requires " + properties_text(lacking);
  if (desc.max_rows > 0 && problem.m() > desc.max_rows) return "takes fewer rows";
  const bool dense = (desc.needs & CARDAN_NEEDS_DENSE) != 0;
  if (dense && desc.max_dense_rows > 0 && problem.m() > desc.max_dense_rows) {
    return "takes fewer rows with a dense matrix";
  }
  if (desc.max_cone_dim > 0 && cone_dim > desc.max_cone_dim) return "takes smaller cones";
  return "";
}

Answer ask(const Examination& examination, ContactSolver& solver, const Problem& problem,
           const std::vector<double>& guess) {
  Answer answer;
  const cardan_problem view = problem.view();
  answer.setup_fault = solver.fault();
  solver.reserve(size_of(view));
  if (answer.setup_fault.empty()) answer.setup_fault = solver.fault();
  const std::size_t m = problem.b.size();
  // λ and u between guard words.
  std::vector<double> lambda(m + 2 * kGuards, kGuard), u(m + 2 * kGuards, kGuard);
  std::fill(lambda.begin() + kGuards, lambda.end() - kGuards, 0.0);
  std::copy(guess.begin(), guess.end(), lambda.begin() + kGuards);
  const auto count = examination.options.count_allocations;
  const std::int64_t before = count == nullptr ? 0 : count();
  answer.report = solver.solve(view, {lambda.data() + kGuards, m}, {u.data() + kGuards, m});
  if (count != nullptr) answer.allocations = count() - before;
  for (std::size_t i = 0; i < kGuards; ++i) {
    for (const std::vector<double>* row : {&lambda, &u}) {
      if ((*row)[i] != kGuard || (*row)[m + kGuards + i] != kGuard) answer.guards_hold = false;
    }
  }
  answer.lambda.assign(lambda.begin() + kGuards, lambda.end() - kGuards);
  answer.u.assign(u.begin() + kGuards, u.end() - kGuards);
  return answer;
}

std::string fault_of(const CannedProblem& canned, const Answer& answer, const char* error) {
  if (!answer.guards_hold) return "wrote outside of lambda or u";
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
    return said + ", but the judge's residual is " + number_text(residual) + " m/s";
  }
  if (!(du <= 1e-9)) return "its u is not A lambda + b, off by " + number_text(du);
  return "";
}

}  // namespace cardan
