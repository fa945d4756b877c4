#include "solvers/interior_point/interior_point_solver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cardan/problem_view.h"
#include "cardan/projections.h"

namespace cardan::interior_point {
namespace {

enum Param { kMaxIterations, kPolishSteps };

constexpr std::array<cardan_param, 2> kParams = {
    sdk::integer_param("max_iterations",
                       "maximum number of steps, of the path and of Newton together", 200, 1,
                       100000),
    sdk::integer_param("polish_steps", "maximum number of Newton steps of one polish", 15, 0,
                       1000)};
static_assert(kParams.back().name != nullptr);

/// Gap in scaled units below which a polish is tried, and below which the path ends.
constexpr double kPolishGap = 1e-7, kSmallestGap = 1e-26;
/// Number of steps after which the path ends if neither the natural map has improved nor the gap
/// has halved.
constexpr int kPatience = 12;
/// Size of x in scaled units from which the path counts as a ray.
constexpr double kRay = 1e9;
/// Largest deviation of ĉᵀx of the alternative from −1 for a ray that cannot be proven because of
/// rounding.
constexpr double kNearRay = 1e-10;

}  // namespace

const sdk::SolverInfo& InteriorPointSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "interior_point";
    info.version = "0.1.0";
    info.doc =
        "convex problems: primal-dual interior point, polished; certificates of infeasibility";
    info.default_formulation = "convex";
    info.kinds = sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) |
                 sdk::kind_bit(CARDAN_BOX) | sdk::kind_bit(CARDAN_CONE_CONVEX);
    info.required_properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE;
    info.needs = CARDAN_NEEDS_DENSE;
    info.max_dense_rows = 2000;
    info.max_cone_dim = kMaxDim;
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void InteriorPointSolver::reserve(const cardan_size& wanted) {
  const cardan_size size = begin_reserve(wanted);
  const int m = size.m;
  program_.reserve(m);
  path_.reserve(m);
  newton_.reserve(m);
  best_.reserve(m);
  no_solution_.reserve(m, size.cols);
  for (auto* v : {&lambda_, &u_, &x_, &certificate_}) v->resize(m);
  z_.resize(size.cols);
}

int InteriorPointSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                               cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  const int m = problem.m();
  limit_ = problem.max_iterations(int_param(kMaxIterations));
  best_.reset(m);
  Ray ray = Ray::kNone;
  Ending ending = offer_lambda(problem, lambda) ? Ending::kSolved : Ending::kStalled;
  if (ending != Ending::kSolved) {
    ending = follow_path(problem, report);
    if (ending != Ending::kSolved && polish(problem, nullptr, report)) ending = Ending::kSolved;
    if (ending == Ending::kDiverged || ending == Ending::kStalled) {
      ray = find_ray(problem, report);
    }
  }
  if (ray == Ray::kProven) {
    std::copy(certificate_.begin(), certificate_.begin() + m, lambda);
  } else {
    best_.copy_to(lambda);
  }
  report.residual = best_.residual();
  report.worst_block = best_.worst_block();
  if (u != nullptr) compute_velocity(problem, lambda, u);
  if (ending == Ending::kSolved) return CARDAN_SOLVED;
  if (ray == Ray::kProven) return CARDAN_INFEASIBLE;
  if (!std::isfinite(best_.residual())) return CARDAN_NUMERIC;
  if (ending == Ending::kDiverged || ray == Ray::kNear) {
    set_error("the impulses grow without bound, but no certificate is exact enough");
    return CARDAN_JAMMED;
  }
  set_error(ending == Ending::kBudget ? "the limit of iterations was reached"
                                      : "rounding ended the path above the tolerance");
  return CARDAN_ITERATIONS;
}

InteriorPointSolver::Ending InteriorPointSolver::follow_path(const sdk::ProblemView& problem,
                                                             cardan_report& report) {
  report.stage = kPath;
  program_.build(problem);
  path_.start(program_);
  double next_polish = kPolishGap;
  double least_gap = HUGE_VAL;
  int idle = 0;
  while (true) {
    if (exhausted(report)) return Ending::kBudget;
    const double before = best_.residual();
    const bool moved = path_.advance();
    ++report.iterations;
    ++report.factorizations;
    if (offer(problem, path_.x())) return Ending::kSolved;
    if (path_.largest_x() > kRay) return Ending::kDiverged;
    const bool better = best_.residual() < before || path_.gap() < 0.5 * least_gap;
    least_gap = std::min(least_gap, path_.gap());
    idle = better ? 0 : idle + 1;
    if (!moved || idle >= kPatience || path_.gap() < kSmallestGap) return Ending::kStalled;
    if (path_.gap() < next_polish) {
      next_polish = 1e-3 * path_.gap();
      if (polish(problem, path_.x(), report)) return Ending::kSolved;
      report.stage = kPath;
    }
  }
}

bool InteriorPointSolver::polish(const sdk::ProblemView& problem, const double* x,
                                 cardan_report& report) {
  const int m = problem.m();
  if (!std::isfinite(best_.residual())) return false;
  for (int i = 0; i < m; ++i) x_[i] = x != nullptr ? x[i] : best_.lambda()[i] / program_.scale(i);
  report.stage = kPolish;
  int idle = 0;
  for (int k = 0; k < int_param(kPolishSteps) && idle < 3; ++k) {
    if (exhausted(report)) return false;
    ++report.iterations;
    ++report.factorizations;
    if (!newton_.step(program_, x_.data())) return false;
    const double before = best_.residual();
    if (offer(problem, x_.data())) return true;
    idle = best_.residual() < before ? 0 : idle + 1;
  }
  return false;
}

InteriorPointSolver::Ray InteriorPointSolver::find_ray(const sdk::ProblemView& problem,
                                                       cardan_report& report) {
  report.stage = kCertificate;
  program_.build(problem);
  program_.build_alternative();
  path_.start(program_);
  while (path_.gap() > kSmallestGap) {
    if (exhausted(report) || !path_.advance()) break;
    ++report.iterations;
    ++report.factorizations;
  }
  std::copy(path_.x(), path_.x() + problem.m(), x_.begin());
  for (int k = 0; k < int_param(kPolishSteps); ++k) {
    if (certificate_holds(problem, x_.data())) return Ray::kProven;
    if (exhausted(report) || !newton_.step(program_, x_.data())) break;
    ++report.iterations;
    ++report.factorizations;
  }
  if (certificate_holds(problem, x_.data())) return Ray::kProven;
  return std::fabs(1 + program_.along(x_.data())) < kNearRay ? Ray::kNear : Ray::kNone;
}

bool InteriorPointSolver::certificate_holds(const sdk::ProblemView& problem, const double* x) {
  const int m = problem.m();
  double largest = 0;
  for (int i = 0; i < m; ++i) {
    largest = std::max(largest, std::fabs(x[i]));
    certificate_[i] = x[i];
  }
  if (!(largest > 0) || !std::isfinite(largest)) return false;
  for (const cardan_block& block : program_.blocks()) {
    sdk::project_block(block, certificate_.data(), &certificate_[block.row]);
  }
  for (int i = 0; i < m; ++i) certificate_[i] *= program_.scale(i) / largest;
  return no_solution_.is_proven_by(problem, certificate_.data());
}

bool InteriorPointSolver::offer(const sdk::ProblemView& problem, const double* x) {
  for (int i = 0; i < problem.m(); ++i) lambda_[i] = program_.scale(i) * x[i];
  return offer_lambda(problem, lambda_.data());
}

bool InteriorPointSolver::offer_lambda(const sdk::ProblemView& problem, const double* lambda) {
  compute_velocity(problem, lambda, u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  best_.offer(lambda, u_.data(), map.residual, map.worst_block);
  return map.residual <= problem.tolerance();
}

void InteriorPointSolver::compute_velocity(const sdk::ProblemView& problem, const double* lambda,
                                           double* u) {
  if (problem.has(CARDAN_FACTORED)) {
    sdk::compute_velocity(problem, lambda, z_.data(), u);
    return;
  }
  const sdk::DenseView A = problem.A();
  std::copy(problem.b(), problem.b() + problem.m(), u);
  for (int j = 0; j < problem.m(); ++j) {
    const double* column = A.data() + j * A.outerStride();
    for (int i = 0; i < problem.m(); ++i) u[i] += column[i] * lambda[j];
  }
}

}  // namespace cardan::interior_point
