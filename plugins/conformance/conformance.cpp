#include "cardan/conformance/conformance.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>

#include "cardan/conformance/canned_problems_internal.h"
#include "cardan/constraint/match.h"
#include "cardan/constraint/residual.h"
#include "cardan/core/error.h"
#include "cardan/host/contact_solver.h"

namespace cardan {

namespace {

using Outcome = ConformanceCheck::Outcome;

constexpr double kGuard = -7.25e77;
constexpr std::size_t kGuards = 4;

struct Answer {
  SolveReport report;
  std::vector<double> lambda, u;
  bool guards_hold = true;
};

std::string number_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

/// Why the solver need not take the problem; "" if it must.
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
  if (desc.max_cone_dim > 0 && cone_dim > desc.max_cone_dim) return "takes smaller cones";
  return "";
}

Answer solve(ContactSolver& solver, const Problem& problem, const std::vector<double>& guess) {
  const cardan_problem view = problem.view();
  solver.reserve(size_of(view));
  const std::size_t m = problem.b.size();
  // λ and u between guard words.
  std::vector<double> lambda(m + 2 * kGuards, kGuard), u(m + 2 * kGuards, kGuard);
  std::fill(lambda.begin() + kGuards, lambda.end() - kGuards, 0.0);
  std::copy(guess.begin(), guess.end(), lambda.begin() + kGuards);
  Answer answer;
  answer.report = solver.solve(view, {lambda.data() + kGuards, m}, {u.data() + kGuards, m});
  for (std::size_t i = 0; i < kGuards; ++i) {
    for (const std::vector<double>* row : {&lambda, &u}) {
      if ((*row)[i] != kGuard || (*row)[m + kGuards + i] != kGuard) answer.guards_hold = false;
    }
  }
  answer.lambda.assign(lambda.begin() + kGuards, lambda.end() - kGuards);
  answer.u.assign(u.begin() + kGuards, u.end() - kGuards);
  return answer;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// Judge's residual of λ [m/s]; du: distance of the solver's u from Aλ + b.
double judged(const Problem& problem, const Answer& answer, double* du) {
  std::vector<double> z(static_cast<std::size_t>(problem.Y.cols) + 1), u(problem.b.size() + 1);
  const cardan_problem view = problem.view();
  compute_velocity(view, answer.lambda.data(), z.data(), u.data());
  *du = 0;
  for (std::size_t i = 0; i < problem.b.size(); ++i) {
    *du = std::max(*du, std::fabs(u[i] - answer.u[i]));
  }
  return judge(view, answer.lambda.data(), u.data()).value;
}

/// What is wrong with an answer; "" if nothing.
std::string fault_of(const CannedProblem& canned, const Answer& answer, const char* error) {
  if (!answer.guards_hold) return "wrote outside of lambda or u";
  const int status = answer.report.status;
  const std::string said = std::string("says ") + status_name(status);
  if (canned.expected == Expected::kNoSolution) {
    if (status == CARDAN_SOLVED) return said + ", but there is no solution";
    if (status == CARDAN_INFEASIBLE &&
        !certificate_holds(canned.problem.view(), answer.lambda.data())) {
      return said + ", but its certificate does not hold";
    }
    return "";
  }
  if (status != CARDAN_SOLVED) {
    if (canned.expected == Expected::kHonest) return "";
    return said + (error[0] ? std::string(": ") + error : "");
  }
  double du = 0;
  const double residual = judged(canned.problem, answer, &du);
  if (!(residual <= canned.problem.tolerance)) {
    return said + ", but the judge's residual is " + number_text(residual) + " m/s";
  }
  if (!(du <= 1e-9)) return "its u is not A lambda + b, off by " + number_text(du);
  return "";
}

/// The checks of one solver.
class Kit {
 public:
  explicit Kit(const cardan_solver_desc& desc) : desc_(desc), problems_(make_canned_problems()) {
    report_.solver = desc.id;
    if (desc.needs & CARDAN_NEEDS_DENSE) {
      for (CannedProblem& canned : problems_) canned.problem.form_dense();
    }
  }

  ConformanceReport run() {
    for (const CannedProblem& canned : problems_) {
      const std::string reason = why_not_asked(desc_, canned.problem);
      if (!reason.empty()) {
        report_.checks.push_back({canned.name, Outcome::kSkipped, reason});
        continue;
      }
      check(canned.name, [&](std::string& note) { return solves(canned, note); });
      if (canned.expected == Expected::kSolved) asked_.push_back(&canned);
    }
    using Method = std::string (Kit::*)(const CannedProblem&);
    const std::pair<const char*, Method> behaviours[] = {
        {"equal bits again, after another problem, and from a second instance", &Kit::purity},
        {"its own answer as the guess", &Kit::fixpoint},
        {"a guess far outside", &Kit::far_guess},
        {"the same matrix_id with another b", &Kit::matrix_id},
        {"a budget of one iteration", &Kit::budget},
        {"cancelled at once", &Kit::cancelled},
        {"NaN in b", &Kit::nan_in_b},
    };
    for (const auto& [name, method] : behaviours) {
      check(name, [&, chosen = method](std::string&) {
        for (const CannedProblem* canned : asked_) {
          const std::string fault = (this->*chosen)(*canned);
          if (!fault.empty()) return canned->name + ": " + fault;
        }
        return std::string();
      });
    }
    return std::move(report_);
  }

 private:
  void check(const std::string& name, const std::function<std::string(std::string&)>& body) {
    std::string note, fault;
    try {
      fault = body(note);
    } catch (const std::exception& error) {
      fault = error.what();
    }
    const Outcome outcome = fault.empty() ? Outcome::kPassed : Outcome::kFailed;
    report_.checks.push_back({name, outcome, fault.empty() ? note : fault});
  }

  std::string solves(const CannedProblem& canned, std::string& note) {
    ContactSolver solver(desc_);
    const Answer answer = solve(solver, canned.problem, {});
    note = std::string(status_name(answer.report.status)) + ", " +
           std::to_string(answer.report.iterations) + " iterations";
    return fault_of(canned, answer, solver.last_error());
  }

  std::string purity(const CannedProblem& canned) {
    ContactSolver solver(desc_), second(desc_);
    const Answer first = solve(solver, canned.problem, {});
    for (int again = 0; again < 2; ++again) {
      for (const CannedProblem* other : asked_) {
        if (other != &canned) solve(solver, other->problem, {});
      }
      if (!same_bits(first.lambda, solve(solver, canned.problem, {}).lambda)) {
        return "another answer after other problems were solved";
      }
    }
    if (!same_bits(first.lambda, solve(second, canned.problem, {}).lambda)) {
      return "another answer from a second instance";
    }
    return "";
  }

  std::string fixpoint(const CannedProblem& canned) {
    ContactSolver solver(desc_);
    const Answer first = solve(solver, canned.problem, {});
    return fault_of(canned, solve(solver, canned.problem, first.lambda), solver.last_error());
  }

  std::string far_guess(const CannedProblem& canned) {
    ContactSolver solver(desc_);
    std::vector<double> guess(canned.problem.b.size());
    for (std::size_t i = 0; i < guess.size(); ++i) guess[i] = i % 2 ? -40.0 : 30.0;
    return fault_of(canned, solve(solver, canned.problem, guess), solver.last_error());
  }

  // Solving with a kept factor must give the bits of solving with a new one.
  std::string matrix_id(const CannedProblem& canned) {
    Problem named = canned.problem, other = canned.problem, plain = canned.problem;
    named.matrix_id = other.matrix_id = 7;
    plain.matrix_id = 0;
    for (std::size_t i = 0; i < plain.b.size(); ++i) other.b[i] = plain.b[i] *= 0.5;
    ContactSolver solver(desc_), fresh(desc_);
    solve(solver, named, {});
    const bool same = same_bits(solve(solver, other, {}).lambda, solve(fresh, plain, {}).lambda);
    return same ? "" : "the kept factor changed the answer";
  }

  std::string budget(const CannedProblem& canned) {
    ContactSolver solver(desc_);
    CannedProblem limited = canned;
    limited.problem.max_iterations = 1;
    limited.expected = Expected::kHonest;
    const Answer answer = solve(solver, limited.problem, {});
    if (answer.report.status == CARDAN_NUMERIC) return "says NUMERIC";
    return fault_of(limited, answer, solver.last_error());
  }

  std::string cancelled(const CannedProblem& canned) {
    ContactSolver solver(desc_);
    const std::atomic<bool> flag{true};
    solver.cancel_when(&flag);
    CannedProblem honest = canned;
    honest.expected = Expected::kHonest;
    const Answer answer = solve(solver, honest.problem, {});
    if (answer.report.status == CARDAN_NUMERIC) return "says NUMERIC";
    return fault_of(honest, answer, solver.last_error());
  }

  std::string nan_in_b(const CannedProblem& canned) {
    if (canned.problem.b.empty()) return "";
    ContactSolver solver(desc_);
    Problem poisoned = canned.problem;
    poisoned.b.back() = std::numeric_limits<double>::quiet_NaN();
    const Answer answer = solve(solver, poisoned, {});
    if (!answer.guards_hold) return "wrote outside of lambda or u";
    const int status = answer.report.status;
    return status == CARDAN_SOLVED || status == CARDAN_APPROXIMATE
               ? std::string("says ") + status_name(status)
               : "";
  }

  const cardan_solver_desc& desc_;
  std::vector<CannedProblem> problems_;
  std::vector<const CannedProblem*> asked_;
  ConformanceReport report_;
};

}  // namespace

bool ConformanceReport::passed() const {
  bool any = false;
  for (const ConformanceCheck& check : checks) {
    if (check.outcome == Outcome::kFailed) return false;
    any |= check.outcome == Outcome::kPassed;
  }
  return any;
}

std::string ConformanceReport::text() const {
  const char* const words[] = {"passed ", "FAILED ", "skipped"};
  int counts[3] = {0, 0, 0};
  std::string lines;
  for (const ConformanceCheck& check : checks) {
    const std::size_t k = static_cast<std::size_t>(check.outcome);
    ++counts[k];
    lines += std::string(words[k]) + "  " + check.name;
    lines += (check.detail.empty() ? "" : " (" + check.detail + ")") + "\n";
  }
  return lines + solver + ": " + std::to_string(counts[0]) + " passed, " +
         std::to_string(counts[1]) + " failed, " + std::to_string(counts[2]) + " skipped\n";
}

ConformanceReport check_solver(const cardan_solver_desc& desc) { return Kit(desc).run(); }

}  // namespace cardan
