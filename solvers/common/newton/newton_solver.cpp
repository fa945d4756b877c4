#include "solvers/common/newton/newton_solver.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "cardan/projections.h"

namespace cardan::solvers {
namespace {

/// Larger problems are rejected, and no storage is reserved for them.
constexpr int kMaxRows = 2000;
constexpr double kArmijo = 1e-4;
constexpr int kHalvings = 30;
/// ν of the Levenberg–Marquardt step; M has a diagonal of about 1.
constexpr double kDamping = 1e-3;
/// The smoothing is reduced by kShrink once ‖H‖ ≤ kNear √(n τ).
constexpr double kShrink = 0.1, kNear = 0.5, kLeastSmoothing = 1e-18;
/// Rows above which there are fewer starts.
constexpr double kManyRows = 100;
/// A Newton step longer than this times the speed and x indicates a singular system. A mass ratio
/// of 10⁶ needs a factor of 10⁶.
constexpr double kLongest = 1e8;
/// A residual is trusted down to this multiple of the rounding of A λ.
constexpr double kRounding = 10;

/// u = A λ + b.
void compute_velocity(const sdk::ProblemView& problem, const double* lambda, double* u) {
  const sdk::DenseView A = problem.A();
  std::copy(problem.b(), problem.b() + problem.m(), u);
  for (int j = 0; j < problem.m(); ++j) {
    if (lambda[j] == 0) continue;
    const double* column = A.data() + j * A.outerStride();
    for (int i = 0; i < problem.m(); ++i) u[i] += column[i] * lambda[j];
  }
}

/// Rounding of the residual: ε max_i w_i r_i Σ_j |A_ij λ_j| [m/s]. If this exceeds the tolerance, a
/// solution far out in the null space of A does not count as a solution.
double rounding(const sdk::ProblemView& problem, const double* lambda) {
  const sdk::DenseView A = problem.A();
  double worst = 0;
  for (int i = 0; i < problem.m(); ++i) {
    double sum = 0;
    for (int j = 0; j < problem.m(); ++j) sum += std::fabs(A(i, j) * lambda[j]);
    worst = std::max(worst, problem.weight(i) * problem.step(i) * sum);
  }
  return std::numeric_limits<double>::epsilon() * worst;
}

}  // namespace

sdk::SolverInfo NewtonSolver::make_info(const char* id, const char* doc, const cardan_param* params,
                                        std::int32_t num_params) {
  sdk::SolverInfo info{};
  info.id = id;
  info.version = "1.0";
  info.doc = doc;
  info.default_formulation = "polyhedral";
  info.kinds = sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) |
               sdk::kind_bit(CARDAN_BOX) | sdk::kind_bit(CARDAN_BOX_MU);
  info.needs = CARDAN_NEEDS_DENSE;
  info.max_dense_rows = kMaxRows;
  info.params = params;
  info.num_params = num_params;
  return info;
}

void NewtonSolver::reserve(const cardan_size& wanted) {
  const int rows = begin_reserve(wanted).m;
  const std::size_t m = rows;
  rows_.reserve(rows);
  merit_.reserve(rows);
  other_.reserve(rows);
  for (auto* v : {&x_, &y_, &step_, &gradient_, &trial_, &trial_y_, &lambda_, &u_}) v->resize(m);
  best_.reserve(rows);
}

int NewtonSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                        cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  const int m = problem.m();
  choice_ = choice();
  count_ = {};
  best_.reset(m);
  std::fill(std::begin(stops_), std::end(stops_), 0);
  iterations_left_ = problem.max_iterations(int_param(kMaxIterations));
  const bool solved = offer_lambda(problem, lambda) || run(problem, lambda, report);
  best_.copy_to(lambda);
  if (u != nullptr) compute_velocity(problem, lambda, u);
  report.residual = best_.residual();
  report.worst_block = best_.worst_block();
  report.factorizations = count_.factorizations;
  if (solved) return CARDAN_SOLVED;
  describe_failure();
  return std::isfinite(best_.residual()) ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
}

bool NewtonSolver::run(const sdk::ProblemView& problem, const double* guess,
                       cardan_report& report) {
  rows_.build(problem);
  symmetric_ = problem.has(CARDAN_SYMMETRIC | CARDAN_MONOTONE);
  speed_ = 0;
  for (int i = 0; i < rows_.n(); ++i) {
    if (!std::isfinite(rows_.q(i))) return false;
    speed_ = std::max(speed_, std::fabs(rows_.q(i)));
    x_[i] = std::isfinite(guess[i]) ? guess[i] / rows_.d(i) : 0.0;
  }
  report.stage = kGuessStage;
  rows_.project(x_.data());
  if (attempt(problem, report)) return true;
  const double share = std::min(1.0, kManyRows * kManyRows / rows_.n() / rows_.n());
  const int starts = static_cast<int>(std::ceil(share * int_param(kStarts)));
  for (int which = 0; which <= starts; ++which) {
    if (iterations_left_ <= 0 || cancelled()) return false;
    report.stage = kSmoothedStage + which;
    choose_start(which);
    // Every other start begins a path; the smoothing starts with a large value, in later paths with
    // 1e-4 and 1e-2.
    if (which % 2 == 0) {
      const double tau = which == 0 ? 1 : (which % 4 == 0 ? 1e-4 : 1e-2);
      if (follow_path(problem, tau * speed_ * speed_, report) == kSolved) return true;
    }
    if (attempt(problem, report)) return true;
  }
  return false;
}

// Start 0: ones times the speed; then entries of Weyl sequences in [0, 1) times several scales.
void NewtonSolver::choose_start(int which) {
  constexpr double kScales[] = {1, 0.1, 10, 0.01};
  for (int i = 0; i < rows_.n(); ++i) {
    const double weyl = (i + 1) * 0.61803398874989485 * which + (i * 7 % 5) * 0.41421356237309515;
    const double share = which == 0 ? 1 : kScales[which / 2 % 4] * (weyl - std::floor(weyl));
    x_[i] = rows_.is_ray(i) ? speed_ * share : 0;
  }
  rows_.project(x_.data());
}

bool NewtonSolver::attempt(const sdk::ProblemView& problem, cardan_report& report) {
  for (int k = 0; k < choice_.num_methods; ++k) {
    const Stop stop = descend(problem, choice_.methods[k], report);
    ++stops_[stop];
    if (stop == kSolved) return true;
    if (stop == kBudget) return false;
  }
  return false;
}

NewtonSolver::Stop NewtonSolver::descend(const sdk::ProblemView& problem, const Method& method,
                                         cardan_report& report) {
  RowParameters parameters;
  parameters.penalty = choice_.penalty;
  rows_.compute_velocity(x_.data(), y_.data());
  merit_.evaluate(rows_, method.merit, parameters, x_.data(), y_.data());
  if (offer(problem, x_.data())) return kSolved;
  for (int k = 0; k < int_param(kNewtonSteps); ++k) {
    if (!std::isfinite(merit_.merit())) return kNotFinite;
    history_[k % choice_.memory] = merit_.merit();
    const double bar = *std::max_element(history_, history_ + std::min(k + 1, choice_.memory));
    const Stop stop = take_step(method, parameters, bar, report);
    if (stop != kMoved) return stop;
    if (offer(problem, x_.data())) return kSolved;
  }
  return kSteps;
}

NewtonSolver::Stop NewtonSolver::follow_path(const sdk::ProblemView& problem, double tau,
                                             cardan_report& report) {
  const Method method = {choice_.methods[0].merit, choice_.methods[0].merit};
  RowParameters parameters;
  parameters.tau = tau;
  rows_.compute_velocity(x_.data(), y_.data());
  for (int k = 0; k < int_param(kNewtonSteps); ++k) {
    merit_.evaluate(rows_, method.merit, parameters, x_.data(), y_.data());
    while (std::sqrt(2 * merit_.merit()) <= kNear * std::sqrt(rows_.n() * parameters.tau)) {
      parameters.tau *= kShrink;
      if (!(parameters.tau > kLeastSmoothing * speed_ * speed_)) return kShortStep;
      merit_.evaluate(rows_, method.merit, parameters, x_.data(), y_.data());
    }
    const Stop stop = take_step(method, parameters, merit_.merit(), report);
    if (stop != kMoved) return stop;
    if (offer(problem, x_.data())) return kSolved;
  }
  return kSteps;
}

NewtonSolver::Stop NewtonSolver::take_step(const Method& method, const RowParameters& parameters,
                                           double bar, cardan_report& report) {
  if (iterations_left_ <= 0 || cancelled()) return kBudget;
  --iterations_left_;
  ++report.iterations;
  merit_.compute_gradient(rows_, gradient_.data());
  if (!(inner_product(gradient_.data(), gradient_.data(), rows_.n()) > 0)) return kStationary;
  const double slope = newton_slope(method, parameters);
  if (slope < 0) {
    const Stop stop = search_line(method.merit, parameters, bar, slope);
    if (stop == kMoved) return kMoved;
    merit_.evaluate(rows_, method.merit, parameters, x_.data(), y_.data());
  }
  return search_line(method.merit, parameters, bar, rescue_slope());
}

double NewtonSolver::newton_slope(const Method& method, const RowParameters& parameters) {
  const int n = rows_.n();
  Linearisation* source = &merit_;
  if (method.direction != method.merit) {
    other_.evaluate(rows_, method.direction, parameters, x_.data(), y_.data());
    source = &other_;
  }
  const auto subsystem = static_cast<Subsystem>(int_param(kSubsystem));
  if (!source->newton_direction(rows_, subsystem, symmetric_, param(kCompliance), count_,
                                step_.data())) {
    return 0;
  }
  const double slope = inner_product(gradient_.data(), step_.data(), n);
  const double size = inner_product(step_.data(), step_.data(), n);
  const double steepness = inner_product(gradient_.data(), gradient_.data(), n);
  const double reach = speed_ * speed_ + inner_product(x_.data(), x_.data(), n);
  if (!(size <= kLongest * kLongest * reach)) return 0;
  return slope < -1e-12 * std::sqrt(size * steepness) ? slope : 0;
}

double NewtonSolver::rescue_slope() {
  const int n = rows_.n();
  if (int_param(kRescue) == 0 && merit_.damped_direction(rows_, kDamping, count_, step_.data())) {
    const double slope = inner_product(gradient_.data(), step_.data(), n);
    if (slope < 0) return slope;
  }
  for (int i = 0; i < n; ++i) step_[i] = -gradient_[i];
  return -inner_product(gradient_.data(), gradient_.data(), n);
}

NewtonSolver::Stop NewtonSolver::search_line(RowFunction function, const RowParameters& parameters,
                                             double bar, double slope) {
  const int n = rows_.n();
  const double length = std::sqrt(inner_product(step_.data(), step_.data(), n));
  const double least =
      std::numeric_limits<double>::epsilon() * std::sqrt(inner_product(x_.data(), x_.data(), n));
  double t = 1;
  for (int k = 0; k < kHalvings; ++k, t *= 0.5) {
    if (t * length <= least) return kShortStep;
    for (int i = 0; i < n; ++i) trial_[i] = x_[i] + t * step_[i];
    rows_.compute_velocity(trial_.data(), trial_y_.data());
    merit_.evaluate(rows_, function, parameters, trial_.data(), trial_y_.data());
    if (merit_.merit() <= bar + kArmijo * t * slope) {
      std::swap(x_, trial_);
      std::swap(y_, trial_y_);
      return kMoved;
    }
  }
  return kNoDescent;
}

bool NewtonSolver::offer(const sdk::ProblemView& problem, const double* x) {
  for (int i = 0; i < rows_.n(); ++i) lambda_[i] = rows_.d(i) * x[i];
  return offer_lambda(problem, lambda_.data());
}

bool NewtonSolver::offer_lambda(const sdk::ProblemView& problem, const double* lambda) {
  compute_velocity(problem, lambda, u_.data());
  sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  if (map.residual <= problem.tolerance()) {
    const double noise = rounding(problem, lambda);
    if (noise > kRounding * problem.tolerance()) map.residual = noise;
  }
  best_.offer(lambda, u_.data(), map.residual, map.worst_block);
  return map.residual <= problem.tolerance();
}

void NewtonSolver::describe_failure() {
  char text[256];
  std::snprintf(
      text, sizeof text,
      "descents ended at: stationary point %d, no descent in the line search %d, step too "
      "short %d, newton_steps %d, max_iterations or cancelled %d, not finite %d; linear "
      "solves short of their tolerance: %d",
      stops_[kStationary], stops_[kNoDescent], stops_[kShortStep], stops_[kSteps], stops_[kBudget],
      stops_[kNotFinite], count_.unconverged);
  set_error(text);
}

}  // namespace cardan::solvers
