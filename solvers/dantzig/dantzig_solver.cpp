#include "solvers/dantzig/dantzig_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "solvers/common/dense_lu.h"

namespace cardan::dantzig {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Number of passes that use the newest bounds. Later passes move the bounds only by alternating
/// fractions of the way. Of 2400 random problems with one to six contacts, 5 do not converge in 200
/// passes, and 9 if the fraction is always 1/2.
constexpr int kUndampedPasses = 10;
constexpr std::array<double, 4> kShares = {0.7, 0.3, 0.7, 0.1};
/// Components of a ray below this fraction of the largest are rounding errors.
constexpr double kNegligible = 1e-12;
/// Smallest accepted ratio of the smallest to the largest pivot of a system of modes.
constexpr double kSingular = 1e-14;

enum Param { kMaxPivots, kPasses };

const std::array<cardan_param, 2> kParams = {
    sdk::integer_param("max_pivots", "maximum number of pivots of a solve, over all passes", 20000,
                       1, 100000000),
    sdk::integer_param("passes", "maximum number of passes with new friction bounds", 200, 1,
                       10000)};

}  // namespace

const sdk::SolverInfo& DantzigSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "dantzig";
    info.version = "0.1.0";
    info.doc =
        "principal pivoting (Dantzig, Cottle) with LDLT updates and friction bounds that agree";
    info.default_formulation = "box";
    info.kinds = sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) |
                 sdk::kind_bit(CARDAN_BOX) | sdk::kind_bit(CARDAN_BOX_MU);
    info.required_properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE;
    info.needs = CARDAN_NEEDS_DENSE;
    info.max_dense_rows = 600;  // half a second from a cold start
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void DantzigSolver::reserve(const cardan_size& wanted) {
  const cardan_size size = begin_reserve(wanted);
  const int rows = size.m;
  const std::size_t m = rows;
  pivoting_.reserve(rows);
  no_solution_.reserve(rows, size.cols);
  coupled_.resize(m);
  follower_.resize(m);
  parent_.resize(m);
  swaps_.resize(m);
  modes_.resize(m * m);
  for (auto* v : {&d_, &limit_, &lambda_, &u_, &best_lambda_, &rhs_, &source_, &mu_}) v->resize(m);
}

int DantzigSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                         cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  best_residual_ = kInfinity;
  worst_block_ = -1;
  std::fill(best_lambda_.begin(), best_lambda_.begin() + problem.m(), 0.0);
  const int status = offer(problem, lambda) ? CARDAN_SOLVED : run(problem, lambda, report);
  std::copy(best_lambda_.begin(), best_lambda_.begin() + problem.m(), lambda);
  report.residual = best_residual_;
  report.worst_block = worst_block_;
  if (u != nullptr) sdk::compute_dense_velocity(problem, lambda, u);
  if (status != CARDAN_INFEASIBLE && !std::isfinite(best_residual_)) return CARDAN_NUMERIC;
  return status;
}

int DantzigSolver::run(const sdk::ProblemView& problem, const double* guess,
                       cardan_report& report) {
  start(problem, guess);
  const int limit = problem.max_iterations(int_param(kMaxPivots));
  const int passes = num_coupled_ > 0 ? int_param(kPasses) : 1;
  for (int pass = 0; pass < passes; ++pass) {
    report.stage = pass == 0 ? kFirstBounds : kLaterBounds;
    const Outcome outcome = pivoting_.run(
        limit, [this] { return cancelled(); }, report.iterations, report.factorizations);
    if (outcome == Outcome::kRay) return finish_ray(problem);
    write_lambda(problem, pivoting_.x());
    if (offer(problem, lambda_.data())) return CARDAN_SOLVED;
    if (outcome != Outcome::kSolved) {
      set_error(outcome == Outcome::kCancelled ? "cancelled" : "the limit of pivots was reached");
      return CARDAN_ITERATIONS;
    }
    if (num_coupled_ == 0) break;
    find_followers();
    if (solve_modes(problem, report) && offer(problem, lambda_.data())) return CARDAN_SOLVED;
    take_limits(problem, pass < kUndampedPasses ? 1.0 : kShares[pass % 4]);
    write_coupled_bounds();
  }
  set_error(
      num_coupled_ > 0
          ? "the friction bounds did not converge"
          : "the partition is right, but rounding errors keep its solution above the tolerance");
  return num_coupled_ > 0 ? CARDAN_ITERATIONS : CARDAN_APPROXIMATE;
}

void DantzigSolver::start(const sdk::ProblemView& problem, const double* guess) {
  const int m = problem.m();
  pivoting_.resize(m);
  num_coupled_ = 0;
  const sdk::DenseView A = problem.A();
  for (int i = 0; i < m; ++i) {
    d_[i] = std::sqrt(problem.step(i));
    lambda_[i] = std::isfinite(guess[i]) ? guess[i] : 0.0;
  }
  for (int j = 0; j < m; ++j) {
    double* column = pivoting_.A() + static_cast<std::size_t>(j) * m;
    for (int i = 0; i < m; ++i) column[i] = d_[i] * A(i, j) * d_[j];
    pivoting_.b()[j] = d_[j] * problem.b(j);
  }
  for (int k = 0; k < problem.num_blocks(); ++k) {
    const cardan_block& block = problem.block(k);
    for (int i = block.row; i < block.row + block.dim; ++i) start_row(block, i, lambda_[i]);
    if (block.kind == CARDAN_BOX_MU) {
      coupled_[num_coupled_++] = block.row;
      limit_[block.row] = sdk::friction_bound(block, lambda_.data());
    }
  }
  write_coupled_bounds();
  order_rows(problem);
}

void DantzigSolver::start_row(const cardan_block& block, int row, double lambda) {
  const bool box = block.kind == CARDAN_BOX;
  follower_[row] = 0;
  parent_[row] = block.kind == CARDAN_BOX_MU ? block.parent : -1;
  mu_[row] = block.mu;
  const double lo = pivoting_.lo()[row] =
      box ? block.lo / d_[row] : (block.kind == CARDAN_FREE ? -kInfinity : 0.0);
  const double hi = pivoting_.hi()[row] = box ? block.hi / d_[row] : kInfinity;
  pivoting_.x()[row] =
      block.kind == CARDAN_BOX_MU ? lambda / d_[row] : std::clamp(lambda / d_[row], lo, hi);
}

void DantzigSolver::order_rows(const sdk::ProblemView& problem) {
  int count = 0;
  for (const auto first : {true, false}) {
    for (const cardan_block& block : problem.blocks()) {
      if ((block.kind == CARDAN_FREE) != first || block.kind == CARDAN_BOX_MU) continue;
      for (int i = block.row; i < block.row + block.dim; ++i) pivoting_.order()[count++] = i;
    }
  }
  for (int k = 0; k < num_coupled_; ++k) pivoting_.order()[count++] = coupled_[k];
}

void DantzigSolver::write_coupled_bounds() {
  for (int k = 0; k < num_coupled_; ++k) {
    const int row = coupled_[k];
    const double bound = limit_[row] / d_[row];
    pivoting_.lo()[row] = -bound;
    pivoting_.hi()[row] = bound;
    // A saturated row stays at its bound when the bound moves.
    double& x = pivoting_.x()[row];
    x = follower_[row] != 0 ? follower_[row] * bound : std::clamp(x, -bound, bound);
  }
}

void DantzigSolver::find_followers() {
  for (int k = 0; k < num_coupled_; ++k) {
    const int row = coupled_[k];
    const double x = pivoting_.x()[row];
    const bool saturated = limit_[row] > 0 && !pivoting_.basic(row) &&
                           (x == pivoting_.lo()[row] || x == pivoting_.hi()[row]);
    follower_[row] = saturated ? (x > 0 ? 1 : -1) : 0;
  }
}

bool DantzigSolver::solve_modes(const sdk::ProblemView& problem, cardan_report& report) {
  const int m = problem.m(), size = pivoting_.basis_size();
  std::copy(pivoting_.x().begin(), pivoting_.x().begin() + m, source_.begin());
  for (int k = 0; k < size; ++k) source_[pivoting_.basis_row(k)] = 0;
  for (int k = 0; k < size; ++k) {
    const int row = pivoting_.basis_row(k);
    for (int j = 0; j < size; ++j) {
      modes_[k * size + j] = pivoting_.A()[pivoting_.basis_row(j) * m + row];
    }
  }
  bool any = false;
  for (int c = 0; c < num_coupled_; ++c) {
    const int row = coupled_[c], parent = parent_[row], place = pivoting_.place(parent);
    if (follower_[row] == 0 || place < 0) continue;
    any = true;
    source_[row] = 0;
    const double slope = follower_[row] * mu_[row] * d_[parent] / d_[row];
    const double* column = pivoting_.A() + static_cast<std::size_t>(row) * m;
    for (int k = 0; k < size; ++k)
      modes_[k * size + place] += slope * column[pivoting_.basis_row(k)];
  }
  if (!any) return false;
  ++report.factorizations;
  if (!(solvers::factor_lu(modes_.data(), size, size, swaps_.data()) > kSingular)) return false;
  // The second correction refines the first.
  for (int pass = 0; pass < 2; ++pass) {
    for (int k = 0; k < size; ++k) rhs_[k] = -basic_velocity(pivoting_.basis_row(k));
    solvers::solve_lu(modes_.data(), size, size, swaps_.data(), rhs_.data());
    for (int k = 0; k < size; ++k) source_[pivoting_.basis_row(k)] += rhs_[k];
    follow();
  }
  write_lambda(problem, source_);
  return true;
}

double DantzigSolver::basic_velocity(int row) const {
  const int m = pivoting_.m();
  const double* column = pivoting_.A() + static_cast<std::size_t>(row) * m;
  double sum = pivoting_.b()[row];
  for (int j = 0; j < m; ++j) sum += column[j] * source_[j];
  return sum;
}

void DantzigSolver::follow() {
  for (int c = 0; c < num_coupled_; ++c) {
    const int row = coupled_[c], parent = parent_[row];
    if (follower_[row] == 0 || pivoting_.place(parent) < 0) continue;
    source_[row] = follower_[row] * mu_[row] * d_[parent] / d_[row] * source_[parent];
  }
}

void DantzigSolver::take_limits(const sdk::ProblemView& problem, double share) {
  if (share < 1) write_lambda(problem, pivoting_.x());
  for (int c = 0; c < num_coupled_; ++c) {
    const int row = coupled_[c];
    const double newest = mu_[row] * std::max(lambda_[parent_[row]], 0.0);
    limit_[row] += share * (newest - limit_[row]);
  }
}

void DantzigSolver::write_lambda(const sdk::ProblemView& problem, const std::vector<double>& x) {
  for (int i = 0; i < problem.m(); ++i) {
    lambda_[i] =
        d_[i] * (parent_[i] >= 0 ? x[i] : std::clamp(x[i], pivoting_.lo()[i], pivoting_.hi()[i]));
  }
  for (int c = 0; c < num_coupled_; ++c) {
    const int row = coupled_[c];
    const double bound = mu_[row] * std::max(lambda_[parent_[row]], 0.0);
    lambda_[row] = std::clamp(lambda_[row], -bound, bound);
  }
}

int DantzigSolver::finish_ray(const sdk::ProblemView& problem) {
  const int m = problem.m();
  write_lambda(problem, pivoting_.x());
  offer(problem, lambda_.data());
  double size = 0;
  for (int i = 0; i < m; ++i) {
    lambda_[i] = d_[i] * pivoting_.ray()[i];
    size = std::max(size, std::fabs(lambda_[i]));
  }
  // A component this small did not block the step; it is a rounding error.
  for (int i = 0; i < m; ++i) {
    lambda_[i] = std::fabs(lambda_[i]) > kNegligible * size ? lambda_[i] / size : 0.0;
  }
  if (!no_solution_.is_proven_by(problem, lambda_.data())) {
    set_error("the pivoting ended on a ray, which does not prove that no solution exists");
    return CARDAN_JAMMED;
  }
  set_error("no solution: the impulses returned balance each other and b works against them");
  std::copy(lambda_.begin(), lambda_.begin() + m, best_lambda_.begin());
  return CARDAN_INFEASIBLE;
}

bool DantzigSolver::offer(const sdk::ProblemView& problem, const double* lambda) {
  sdk::compute_dense_velocity(problem, lambda, u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  if (map.residual < best_residual_) {
    best_residual_ = map.residual;
    worst_block_ = map.worst_block;
    std::copy(lambda, lambda + problem.m(), best_lambda_.begin());
  }
  return map.residual <= problem.tolerance();
}

}  // namespace cardan::dantzig
