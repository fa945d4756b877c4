#include "solvers/block_pivot/block_pivot_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cardan/problem_view.h"
#include "cardan/projections.h"

namespace cardan::block_pivot {
namespace {

enum Param { kRule, kMaxPivots, kPatience };

constexpr const char* kRules[] = {"block", "murty", nullptr};

const std::array<cardan_param, 3> kParams = {
    sdk::choice_param("rule", "block: all violated rows at once; murty: always the last one alone",
                      kRules, 0),
    sdk::integer_param(
        "max_pivots",
        "maximum number of exchanges (factorizations) of a solve; lower above 100 rows", 1000, 1,
        1000000),
    sdk::integer_param("patience",
                       "block exchanges without fewer violations before Murty's rule is used", 10,
                       0, 1000)};

/// An exchange costs m³/3, so on large problems a fallback soon becomes cheaper.
int exchanges(int most, int rows) {
  constexpr int kAllUpTo = 100, kLeast = 50;
  if (rows <= kAllUpTo) return most;
  const double share = static_cast<double>(kAllUpTo) / rows;
  return std::min(most, std::max(kLeast, static_cast<int>(most * share)));
}

}  // namespace

const sdk::SolverInfo& BlockPivotSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "block_pivot";
    info.version = "0.1.0";
    info.doc = "block principal pivoting (Judice-Pires) with Murty's rule as safeguard";
    info.default_formulation = "phantom";
    info.kinds =
        sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) | sdk::kind_bit(CARDAN_BOX);
    info.required_properties = CARDAN_REGULAR;
    info.needs = CARDAN_NEEDS_DENSE;
    info.max_dense_rows = 2000;
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void BlockPivotSolver::reserve(const cardan_size& wanted) {
  const int m = begin_reserve(wanted).m;
  basis_.reserve(m);
  for (auto* v : {&lambda_, &u_, &best_lambda_}) v->resize(m);
  violated_.resize(m);
  present_.resize(m);
  wanted_.resize(m);
}

int BlockPivotSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                            cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  best_residual_ = std::numeric_limits<double>::infinity();
  worst_block_ = -1;
  std::fill(best_lambda_.begin(), best_lambda_.begin() + problem.m(), 0.0);
  Outcome outcome = Outcome::kSolved;
  if (!offer(problem, lambda)) {
    basis_.start(problem, lambda);
    outcome = pivot(problem, report);
  }
  std::copy(best_lambda_.begin(), best_lambda_.begin() + problem.m(), lambda);
  report.residual = best_residual_;
  report.worst_block = worst_block_;
  if (u != nullptr) {
    offer(problem, lambda);  // u of the answer
    std::copy(u_.begin(), u_.begin() + problem.m(), u);
  }
  if (outcome == Outcome::kSolved) return CARDAN_SOLVED;
  set_error(message(outcome));
  if (outcome == Outcome::kSingular || !std::isfinite(best_residual_)) return CARDAN_NUMERIC;
  return outcome == Outcome::kLimit ? CARDAN_ITERATIONS : CARDAN_APPROXIMATE;
}

const char* BlockPivotSolver::message(Outcome outcome) {
  switch (outcome) {
    case Outcome::kSingular:
      return "every basis in reach is singular: the problem is not regular";
    case Outcome::kRounding:
      return "the basis is right, but rounding errors keep its solution above the tolerance";
    default:
      return "the limit of exchanges was reached, or the solve was cancelled";
  }
}

BlockPivotSolver::Outcome BlockPivotSolver::pivot(const sdk::ProblemView& problem,
                                                  cardan_report& report) {
  const int limit = problem.max_iterations(exchanges(int_param(kMaxPivots), problem.m()));
  const bool always_murty = int_param(kRule) == 1;
  int fewest = std::numeric_limits<int>::max(), patience = int_param(kPatience);
  report.stage = always_murty ? kMurty : kBlocks;
  violated_count_ = 0;
  while (true) {
    if (!basis_.solve(report.factorizations)) {
      const Outcome back = step_back(limit, report);
      if (back != Outcome::kSolved) return back;
    }
    basis_.write_lambda(lambda_.data());
    if (offer(problem, lambda_.data())) return Outcome::kSolved;
    find_violations();
    if (violated_count_ == 0) return Outcome::kRounding;
    if (report.iterations >= limit || cancelled()) return Outcome::kLimit;
    ++report.iterations;
    if (violated_count_ < fewest) {
      fewest = violated_count_;
      patience = int_param(kPatience);
      if (!always_murty) report.stage = kBlocks;
    } else if (report.stage == kBlocks && patience-- <= 0) {
      report.stage = kMurty;
    }
    for (int k = report.stage == kBlocks ? 0 : violated_count_ - 1; k < violated_count_; ++k) {
      basis_.set_side(violated_[k], wanted_[k]);
    }
  }
}

void BlockPivotSolver::find_violations() {
  violated_count_ = 0;
  for (int i = 0; i < basis_.m(); ++i) {
    if (!(basis_.violation(i) > basis_.rounding())) continue;
    violated_[violated_count_] = i;
    present_[violated_count_] = basis_.side(i);
    wanted_[violated_count_++] = basis_.opposite(i);
  }
}

BlockPivotSolver::Outcome BlockPivotSolver::step_back(int limit, cardan_report& report) {
  if (violated_count_ == 0) {
    basis_.start_at_bounds();
    return basis_.solve(report.factorizations) ? Outcome::kSolved : Outcome::kSingular;
  }
  for (int k = 0; k < violated_count_; ++k) basis_.set_side(violated_[k], present_[k]);
  for (int k = violated_count_ - 1; k >= 0; --k) {
    if (report.iterations >= limit || cancelled()) return Outcome::kLimit;
    ++report.iterations;
    basis_.set_side(violated_[k], wanted_[k]);
    if (basis_.solve(report.factorizations)) return Outcome::kSolved;
    basis_.set_side(violated_[k], present_[k]);
  }
  return Outcome::kSingular;
}

bool BlockPivotSolver::offer(const sdk::ProblemView& problem, const double* lambda) {
  sdk::compute_dense_velocity(problem, lambda, u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  if (map.residual < best_residual_) {
    best_residual_ = map.residual;
    worst_block_ = map.worst_block;
    std::copy(lambda, lambda + problem.m(), best_lambda_.begin());
  }
  return map.residual <= problem.tolerance();
}

}  // namespace cardan::block_pivot
