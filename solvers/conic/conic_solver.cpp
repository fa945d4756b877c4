#include "conic_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cardan/sdk/natural_map.h"
#include "cardan/sdk/velocity.h"
#include "sweep.h"

namespace cardan::conic {
namespace {

enum Param { kMaxSweeps, kMaxNewton, kMaxDenseRows, kMaxAccelerated };

/// Undamped steps of the direct solve of the modes.
constexpr int kModeSteps = 10;

constexpr std::array<cardan_param, 4> kParams = {
    sdk::integer_param("max_sweeps", "sweeps of the first stage at most", 100, 0, 1000000),
    sdk::integer_param("max_newton", "Newton steps of each dense stage at most", 100, 0, 100000),
    sdk::integer_param("max_dense_rows", "rows up to which the dense stages run (memory: 2 m^2)",
                       600, 0, 10000),
    sdk::integer_param("max_accelerated", "accelerated sweeps of the last stage at most", 1000, 0,
                       1000000)};
static_assert(kParams.back().name != nullptr);

}  // namespace

const sdk::SolverInfo& ConicSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "conic";
    info.version = "0.1.0";
    info.doc = "exact Coulomb cones: block Gauss-Seidel, direct modes, proximal semismooth Newton";
    info.default_formulation = "cone";
    info.kinds = sdk::kAllKinds;
    info.required_properties = CARDAN_SYMMETRIC;
    info.needs = CARDAN_NEEDS_FACTORS;
    info.max_cone_dim = 6;
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void ConicSolver::reserve(const cardan_size& size) {
  reserved_rows_ = size.m;
  reserved_cols_ = size.cols;
  cells_.reserve(size.m);
  best_.reserve(size.m);
  accelerated_.reserve(size.m);
  start_.resize(size.m);
  dense_rows_ = std::min(size.m, int_param(kMaxDenseRows));
  newton_.reserve(dense_rows_, size.cols, size.nnz_Y);
  z_.resize(size.cols);
  u_.resize(size.m);
}

int ConicSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                       cardan_report& report) {
  if (problem.m() > reserved_rows_ || problem.cols() > reserved_cols_) {
    set_error("the problem is larger than what was reserved");
    return CARDAN_UNSUPPORTED;
  }
  best_.reset(problem.m());
  bool solved = confirm(problem, lambda);
  if (!std::isfinite(best_.residual())) {
    std::fill(lambda, lambda + problem.m(), 0.0);
    best_.reset(problem.m());
    solved = confirm(problem, lambda);
  }
  solved = solved || run_stages(problem, lambda, report);
  best_.copy_to(lambda);
  if (report.stage >= kModes) {
    // The dense stages have judged u of their own matrix; the last word is that of the factors.
    best_.reset(problem.m());
    solved = confirm(problem, lambda);
  }
  report.residual = best_.residual();
  report.worst_block = best_.worst_block();
  if (u != nullptr) best_.copy_velocity_to(u);
  if (solved) return CARDAN_SOLVED;
  return std::isfinite(best_.residual()) ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
}

bool ConicSolver::confirm(const sdk::ProblemView& problem, const double* lambda) {
  sdk::compute_velocity(problem, lambda, z_.data(), u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  best_.offer(lambda, u_.data(), map.residual, map.worst_block);
  return map.residual <= problem.tolerance();
}

bool ConicSolver::run_stages(const sdk::ProblemView& problem, double* lambda,
                             cardan_report& report) {
  if (!cells_.build(problem)) {
    set_error("a block of a kind or size that conic does not know");
    return false;
  }
  budget_ = {};
  budget_.limit = problem.max_iterations(std::numeric_limits<int>::max());
  budget_.self = this;
  budget_.cancelled = [](const void* self) {
    return static_cast<const ConicSolver*>(self)->cancelled();
  };
  report.stage = kSweeps;
  bool solved = run_sweeps(problem, lambda);
  if (problem.m() <= dense_rows_ && !solved) newton_.form(problem, cells_);
  solved = solved || run_newton(problem, best_.lambda(), report) ||
           (!at_rounding(problem) && run_accelerated(problem, lambda, report));
  report.iterations = budget_.iterations;
  report.factorizations = budget_.factorizations;
  return solved;
}

bool ConicSolver::at_rounding(const sdk::ProblemView& problem) {
  // |u_i| cannot be known better than the rounding of the sums it is made of.
  constexpr double kUnits = 16 * std::numeric_limits<double>::epsilon();
  const double* lambda = best_.lambda();
  sdk::compute_z(problem, lambda, z_.data());
  double size = 0;
  for (int i = 0; i < problem.m(); ++i) {
    double sum = std::fabs(problem.b(i));
    const sdk::SparseRow y = problem.Y_row(i), s = problem.S_row(i);
    for (int k = 0; k < y.size; ++k) sum += std::fabs(y.value[k] * z_[y.index[k]]);
    for (int k = 0; k < s.size; ++k) sum += std::fabs(s.value[k] * lambda[s.index[k]]);
    size = std::max(size, problem.weight(i) * problem.step(i) * sum);
  }
  return best_.residual() <= kUnits * size;
}

bool ConicSolver::run_newton(const sdk::ProblemView& problem, const double* start,
                             cardan_report& report) {
  if (problem.m() > dense_rows_) return false;
  std::copy(start, start + problem.m(), start_.begin());
  report.stage = kModes;
  if (newton_.solve_modes(start_.data(), kModeSteps, best_, budget_)) return true;
  report.stage = kProximal;
  return newton_.solve_proximal(start_.data(), int_param(kMaxNewton), best_, budget_);
}

bool ConicSolver::run_accelerated(const sdk::ProblemView& problem, double* lambda,
                                  cardan_report& report) {
  // Rounds of ever more sweeps, Newton from where each has come to.
  sdk::compute_z(problem, lambda, z_.data());
  accelerated_.start();
  int round = 25;
  for (int done = 0; done < int_param(kMaxAccelerated);) {
    report.stage = kAccelerated;
    const int end = std::min(done + round, int_param(kMaxAccelerated));
    for (; done < end; ++done) {
      if (budget_.exhausted()) return confirm(problem, lambda);
      const double seen = accelerated_.step(problem, cells_, lambda, z_.data());
      ++budget_.iterations;
      if (seen <= problem.tolerance() && confirm(problem, lambda)) return true;
    }
    // A sweep without extrapolation ends the round inside the cones.
    sweep(problem, cells_, lambda, z_.data());
    ++budget_.iterations;
    if (confirm(problem, lambda) || run_newton(problem, lambda, report)) return true;
    if (at_rounding(problem)) return false;
    accelerated_.start();
    round *= 2;
  }
  return false;
}

bool ConicSolver::run_sweeps(const sdk::ProblemView& problem, double* lambda) {
  constexpr int kWindow = 4;
  double history[kWindow] = {};
  const int limit = std::min(int_param(kMaxSweeps), budget_.limit);
  // Where the budget ends early the answer is the last sweep's: no impulse at all would let bodies
  // fall through each other, however small its residual is.
  const bool cold = std::all_of(lambda, lambda + problem.m(), [](double x) { return x == 0; });
  if (cold && limit > 0) best_.reset(problem.m());
  for (int k = 0; k < limit; ++k) {
    if (budget_.exhausted()) break;
    const double seen = sweep(problem, cells_, lambda, z_.data());
    ++budget_.iterations;
    // The estimate is the residual before the sweep: from there one more sweep has been done.
    if (seen <= problem.tolerance() || k == limit - 1) {
      if (confirm(problem, lambda)) return true;
    }
    const double before = history[k % kWindow];
    if (k >= kWindow && seen > 0.1 * before) break;
    history[k % kWindow] = seen;
  }
  return confirm(problem, lambda);
}

}  // namespace cardan::conic
