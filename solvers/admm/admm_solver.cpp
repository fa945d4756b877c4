#include "solvers/admm/admm_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cardan/problem_view.h"
#include "cardan/projections.h"

namespace cardan::admm {
namespace {

enum Param { kMaxIterations };

constexpr std::array<cardan_param, 1> kParams = {
    sdk::integer_param("max_iterations", "maximum number of iterations", 5000, 1, 10000000)};

}  // namespace

const sdk::SolverInfo& AdmmSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "admm";
    info.version = "0.1.0";
    info.doc = "alternating direction method of multipliers for cones and boxes";
    info.default_formulation = "cone";
    info.kinds = sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) |
                 sdk::kind_bit(CARDAN_BOX) | sdk::kind_bit(CARDAN_CONE) |
                 sdk::kind_bit(CARDAN_CONE_CONVEX) | sdk::kind_bit(CARDAN_BOX_MU) |
                 sdk::kind_bit(CARDAN_BALL_MU);
    info.required_properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE;
    info.needs = CARDAN_NEEDS_FACTORS;
    info.max_rows = 4000;
    info.max_cone_dim = 6;
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void AdmmSolver::reserve(const cardan_size& wanted) {
  const cardan_size size = begin_reserve(wanted);
  const int m = size.m;
  A_.reserve(m, size.cols, size.nnz_Y);
  admm_.reserve(m);
  best_.reserve(m);
  z_.resize(size.cols);
  u_.resize(m);
}

int AdmmSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                      cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  best_.reset(problem.m());
  bool solved = confirm(problem, lambda);
  if (!std::isfinite(best_.residual())) {
    std::fill(lambda, lambda + problem.m(), 0.0);
    solved = confirm(problem, lambda);
  }
  if (!solved && std::isfinite(best_.residual())) {
    solved = iterate(problem, report);
    best_.copy_to(lambda);
    // The iterations judge u computed with their own matrix; the final judgement uses the factors.
    best_.reset(problem.m());
    solved = confirm(problem, lambda);
  }
  best_.copy_to(lambda);
  report.residual = best_.residual();
  report.worst_block = best_.worst_block();
  if (u != nullptr) best_.copy_velocity_to(u);
  if (solved) return CARDAN_SOLVED;
  return std::isfinite(best_.residual()) ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
}

bool AdmmSolver::confirm(const sdk::ProblemView& problem, const double* lambda) {
  sdk::compute_velocity(problem, lambda, z_.data(), u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  best_.offer(lambda, u_.data(), map.residual, map.worst_block);
  return map.residual <= problem.tolerance();
}

bool AdmmSolver::iterate(const sdk::ProblemView& problem, cardan_report& report) {
  report.stage = kIterations;
  A_.form(problem);
  admm_.start(problem, A_, best_.lambda());
  const int limit = problem.max_iterations(int_param(kMaxIterations));
  const auto offer = [&](const double* lambda, const double* u) {
    const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u);
    best_.offer(lambda, u, map.residual, map.worst_block);
    // A margin for the difference between the two matrices.
    return map.residual <= 0.99 * problem.tolerance();
  };
  const auto spend = [&] { return !cancelled() && ++report.iterations > 0; };
  return admm_.run(limit, report.factorizations, offer, spend) == solvers::Admm::Ending::kTolerance;
}

}  // namespace cardan::admm
