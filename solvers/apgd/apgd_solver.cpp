#include "solvers/apgd/apgd_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cardan/problem_view.h"
#include "cardan/projections.h"

namespace cardan::apgd {
namespace {

enum Param { kMaxIterations, kMaxShifts };

constexpr std::array<cardan_param, 2> kParams = {
    sdk::integer_param("max_iterations", "maximum number of gradient steps, over all shifts", 50000,
                       1, 100000000),
    sdk::integer_param("max_shifts", "maximum number of outer steps for CONE blocks", 200, 1,
                       1000000)};
static_assert(kParams.back().name != nullptr);

}  // namespace

const sdk::SolverInfo& ApgdSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "apgd";
    info.version = "0.1.0";
    info.doc = "accelerated projected gradient without a matrix; exact cones by an outer shift";
    info.default_formulation = "convex";
    info.kinds = sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) |
                 sdk::kind_bit(CARDAN_BOX) | sdk::kind_bit(CARDAN_CONE) |
                 sdk::kind_bit(CARDAN_CONE_CONVEX);
    info.required_properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_FACTORED;
    info.needs = CARDAN_NEEDS_FACTORS;
    info.max_cone_dim = sdk::kMaxBlockDim;
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void ApgdSolver::reserve(const cardan_size& wanted) {
  const cardan_size size = begin_reserve(wanted);
  descent_.reserve(size.m, size.cols);
  best_.reserve(size.m);
  for (auto* v : {&u_, &shift_, &shifted_, &start_}) v->resize(size.m);
  z_.resize(size.cols);
}

int ApgdSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                      cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  const int m = problem.m();
  limit_ = problem.max_iterations(int_param(kMaxIterations));
  best_.reset(m);
  bool solved = offer(problem, lambda);
  if (!solved) {
    const bool finite = std::isfinite(best_.residual());
    for (int i = 0; i < m; ++i) start_[i] = finite ? lambda[i] : 0.0;
    solved = run(problem, report);
  }
  best_.copy_to(lambda);
  report.residual = best_.residual();
  report.worst_block = best_.worst_block();
  if (u != nullptr) best_.copy_velocity_to(u);
  if (solved) return CARDAN_SOLVED;
  return std::isfinite(best_.residual()) ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
}

bool ApgdSolver::run(const sdk::ProblemView& problem, cardan_report& report) {
  constexpr double kInner = 0.1;
  const int m = problem.m();
  report.stage = kDescent;
  sdk::compute_velocity(problem, start_.data(), z_.data(), u_.data());
  if (!set_shift(problem, u_.data())) {
    descent_.start(problem, start_.data(), u_.data(), shift_.data());
    return descend(problem, 0, report);
  }
  report.stage = kShift;
  for (int k = 0; k < int_param(kMaxShifts) && !exhausted(report); ++k) {
    // Solves no more accurately than the accuracy of the shift warrants.
    const double outer = sdk::natural_map(problem, start_.data(), u_.data()).residual;
    descent_.start(problem, start_.data(), u_.data(), shift_.data());
    if (descend(problem, std::max(kInner * outer, 0.1 * problem.tolerance()), report)) return true;
    std::copy(descent_.lambda(), descent_.lambda() + m, start_.begin());
    sdk::compute_velocity(problem, start_.data(), z_.data(), u_.data());
    set_shift(problem, u_.data());
  }
  return false;
}

bool ApgdSolver::descend(const sdk::ProblemView& problem, double target, cardan_report& report) {
  while (!exhausted(report)) {
    descent_.step();
    ++report.iterations;
    const sdk::NaturalMap map = sdk::natural_map(problem, descent_.lambda(), descent_.velocity());
    if (best_.offer(descent_.lambda(), descent_.velocity(), map.residual, map.worst_block) &&
        map.residual <= problem.tolerance()) {
      return true;
    }
    if (!descent_.moving() || !std::isfinite(map.residual)) return false;
    if (target > 0 && convex_residual(problem, descent_.lambda(), descent_.velocity()) <= target) {
      return false;
    }
  }
  return false;
}

bool ApgdSolver::set_shift(const sdk::ProblemView& problem, const double* u) {
  bool any = false;
  std::fill(shift_.begin(), shift_.begin() + problem.m(), 0.0);
  for (const cardan_block& block : problem.blocks()) {
    if (block.kind != CARDAN_CONE) continue;
    any = true;
    shift_[block.row] = block.mu * sdk::norm(u + block.row + 1, block.dim - 1);
  }
  return any;
}

double ApgdSolver::convex_residual(const sdk::ProblemView& problem, const double* lambda,
                                   const double* u) {
  for (int i = 0; i < problem.m(); ++i) shifted_[i] = u[i] + shift_[i];
  double largest = 0;
  for (cardan_block block : problem.blocks()) {
    if (block.kind == CARDAN_CONE) block.kind = CARDAN_CONE_CONVEX;
    largest = std::max(largest, sdk::block_residual(problem, block, lambda, shifted_.data()));
  }
  return largest;
}

bool ApgdSolver::offer(const sdk::ProblemView& problem, const double* lambda) {
  sdk::compute_velocity(problem, lambda, z_.data(), u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  best_.offer(lambda, u_.data(), map.residual, map.worst_block);
  return map.residual <= problem.tolerance();
}

}  // namespace cardan::apgd
