#include "solvers/sap/sap_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "solvers/common/velocity_space/impulses.h"

namespace cardan::sap {
namespace {

enum Param { kMaxNewton, kLeastCompliance };

constexpr std::array<cardan_param, 2> kParams = {
    sdk::integer_param("max_newton", "maximum number of Newton steps, over all proximal rounds",
                       300, 1, 1000000),
    sdk::real_param("least_compliance",
                    "S_ii step_i below which a row is solved in proximal rounds of this compliance",
                    "1", 1e-6, 1e-12, 1.0)};
static_assert(kParams.back().name != nullptr);

/// Value of S_ii step_i from which Newton is applied directly to the problem, and the value used in
/// the first proximal round.
constexpr double kDirect = 5e-6, kFirst = 1e-2;
/// Number of Newton steps without a smaller gradient after which a round ends. Because λ = −R⁻¹ w
/// magnifies the rounding of w, a round also ends at a gradient of kRounding divided by its
/// compliance.
constexpr int kPatience = 60;
constexpr double kRounding = 1e-16;
/// Maximum number of columns n of Y: memory is 11 n² bytes, and a step costs n³/3.
constexpr int kMaxCols = 3000;

}  // namespace

const sdk::SolverInfo& SapSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "sap";
    info.version = "0.1.0";
    info.doc = "convex compliant contact: Newton on velocities with exact line search";
    info.default_formulation = "convex";
    info.kinds = sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) |
                 sdk::kind_bit(CARDAN_BOX) | sdk::kind_bit(CARDAN_CONE_CONVEX);
    info.required_properties =
        CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_COMPLIANT | CARDAN_FACTORED;
    info.needs = CARDAN_NEEDS_FACTORS;
    info.max_cone_dim = solvers::kMaxDim;
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void SapSolver::reserve(const cardan_size& wanted) {
  const cardan_size size = begin_reserve(wanted);
  const int cols = std::min(size.cols, kMaxCols);
  energy_.reserve(size.m, cols);
  hessian_.reserve(cols);
  best_.reserve(size.m);
  for (auto* v : {&u_, &centre_}) v->resize(size.m);
  for (auto* v : {&z_, &scratch_}) v->resize(cols);
}

bool SapSolver::diagonal_compliance(const sdk::ProblemView& problem) {
  for (int i = 0; i < problem.m(); ++i) {
    const sdk::SparseRow row = problem.S_row(i);
    for (int k = 0; k < row.size; ++k) {
      if (row.index[k] != i && row.value[k] != 0) return false;
    }
  }
  return true;
}

int SapSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                     cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  const int m = problem.m();
  if (problem.cols() > kMaxCols) {
    set_error("solver sap supports at most 3000 columns of Y");
    return CARDAN_UNSUPPORTED;
  }
  if (!diagonal_compliance(problem)) {
    set_error("S couples rows: sap takes a diagonal S");
    return CARDAN_UNSUPPORTED;
  }
  limit_ = problem.max_iterations(int_param(kMaxNewton));
  best_.reset(m);
  bool solved = offer(problem, lambda);
  if (!solved) {
    const bool finite = std::isfinite(best_.residual());
    for (int i = 0; i < m; ++i) centre_[i] = finite ? lambda[i] : 0.0;
    solved = run(problem, report);
  }
  best_.copy_to(lambda);
  report.residual = best_.residual();
  report.worst_block = best_.worst_block();
  if (u != nullptr) best_.copy_velocity_to(u);
  if (solved) return CARDAN_SOLVED;
  return std::isfinite(best_.residual()) ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
}

bool SapSolver::run(const sdk::ProblemView& problem, cardan_report& report) {
  sdk::compute_z(problem, centre_.data(), z_.data());
  hessian_.analyse(problem);
  report.stage = kNewton;
  if (!energy_.bind(problem, kDirect, centre_.data())) {
    if (minimise(problem, report, 0)) return true;
  }
  // Rounds with decreasing compliance, each centred at the result of the previous one.
  report.stage = kProximal;
  double compliance = kFirst;
  while (!exhausted(report)) {
    energy_.bind(problem, compliance, centre_.data());
    if (minimise(problem, report, kRounding / energy_.compliance())) return true;
    if (!std::isfinite(energy_.relative_gradient())) return false;
    std::copy(energy_.lambda(), energy_.lambda() + problem.m(), centre_.begin());
    compliance = std::max(0.1 * compliance, param(kLeastCompliance));
    ++report.iterations;  // a round may need no Newton step
  }
  return false;
}

bool SapSolver::minimise(const sdk::ProblemView& problem, cardan_report& report, double flat) {
  energy_.evaluate(z_.data());
  if (offer(problem, energy_.lambda())) return true;
  double least = HUGE_VAL;
  int idle = 0;
  while (energy_.relative_gradient() > flat && idle < kPatience && !exhausted(report)) {
    const bool moved = energy_.newton_step(z_.data(), hessian_);
    ++report.iterations;
    ++report.factorizations;
    if (!moved) return false;
    if (offer(problem, energy_.lambda())) return true;
    idle = energy_.relative_gradient() < least ? 0 : idle + 1;
    least = std::min(least, energy_.relative_gradient());
  }
  return false;
}

bool SapSolver::offer(const sdk::ProblemView& problem, const double* lambda) {
  sdk::compute_velocity(problem, lambda, scratch_.data(), u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  best_.offer(lambda, u_.data(), map.residual, map.worst_block);
  return map.residual <= problem.tolerance();
}

}  // namespace cardan::sap
