#include "solvers/pgs/pgs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "solvers/pgs/local_solve.h"

namespace cardan::pgs {

namespace {

constexpr const char* kAccelerations[] = {"none", "nncg", nullptr};
enum { kOmega, kMaxIterations, kSymmetric, kAcceleration, kLocalPasses };
constexpr cardan_param kParams[] = {
    sdk::real_param("omega", "relaxation: each row or block moves by omega times its own solution",
                    "", 1.0, 0.05, 1.95),
    sdk::integer_param("max_iterations", "maximum number of sweeps if the scene sets no limit",
                       1000, 1, 10000000),
    sdk::boolean_param("symmetric", "sweep forwards and backwards in turn", false),
    sdk::choice_param(
        "acceleration",
        "nncg: nonlinear conjugate gradients over the sweeps; stacks need fewer sweeps",
        kAccelerations, 1),
    sdk::integer_param("local_passes", "maximum number of inner steps for a sliding contact", 20, 1,
                       1000),
};

/// The residual costs as much as half a sweep. It is computed if the change of a sweep indicates
/// that the end is near, and at this interval of sweeps for the best iterate.
constexpr int kCheckEvery = 10;

/// Maximum number of rows of a group that is solved as a whole, because its bases are factorised
/// anew at each pivot.
constexpr int kMaxGroupRows = 100;

bool has_local_block(const cardan_block& block) {
  return block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX ||
         block.kind == CARDAN_BALL_MU;
}

/// Conjugate directions may cycle if A is singular. After a few checks without a better residual,
/// plain sweeps are used for a while, twice as long each time.
struct Pause {
  static constexpr int kPatience = 5;

  int until = 0;  ///< sweep after which directions are used again
  int length = 2 * kCheckEvery;
  int idle = 0;

  /// Call after each check of sweep k. Returns true if a pause begins.
  bool starts(int k, bool better) {
    if (k < until) return false;
    idle = better ? 0 : idle + 1;
    if (idle < kPatience) return false;
    idle = 0;
    until = k + length;
    length *= 2;
    return true;
  }
};

std::size_t count(std::int32_t n) { return static_cast<std::size_t>(n); }

}  // namespace

const sdk::SolverInfo& PgsSolver::info() {
  static const sdk::SolverInfo kInfo = {
      "pgs",
      "1.1",
      "projected Gauss-Seidel by rows and contacts, matrix-free; linear convergence, cheap sweeps",
      "cone",
      sdk::kAllKinds,
      CARDAN_POSITIVE_DIAGONAL,
      CARDAN_NEEDS_FACTORS | CARDAN_GROUP_SOLVES,
      0,
      0,
      sdk::kMaxBlockDim,
      kParams,
      static_cast<std::int32_t>(std::size(kParams))};
  return kInfo;
}

void PgsSolver::reserve(const cardan_size& wanted) {
  const cardan_size size = begin_reserve(wanted);
  z_.reserve(count(size.cols));
  for (std::vector<double>* rows : {&u_, &best_, &diagonal_, &before_, &direction_}) {
    rows->reserve(count(size.m));
  }
  W_.reserve(count(size.m) * sdk::kMaxBlockDim);
  parts_.reserve(count(size.num_blocks));
  const int group_rows = std::min<int>(size.max_group_rows, kMaxGroupRows);
  group_W_.reserve(count(size.m) * count(group_rows));
  group_q_.resize(count(group_rows));
  group_x_.resize(count(group_rows));
  scale_.reserve(count(size.m));
  is_free_.reserve(count(size.m));
  group_solver_.reserve(group_rows);
}

const char* PgsSolver::prepare(const sdk::ProblemView& problem) {
  const std::size_t m = count(problem.m());
  z_.assign(count(problem.cols()), 0.0);
  u_.assign(m, 0.0);
  best_.assign(m, 0.0);
  diagonal_.assign(m, 0.0);
  before_.assign(m, 0.0);
  direction_.assign(m, 0.0);
  W_.resize(m * sdk::kMaxBlockDim);
  gradient_ = 0;
  scale_.resize(m);
  is_free_.assign(m, 0);
  parts_.clear();
  group_W_.clear();
  for (int i = 0; i < problem.m(); ++i) {
    diagonal_[count(i)] = sdk::A_entry(problem, i, i);
    scale_[count(i)] = std::sqrt(problem.step(i));
  }
  for (int k = 0, end = 0; k < problem.num_blocks(); k = end) {
    for (end = k + 1; end < problem.num_blocks(); ++end) {
      if (problem.block(end).group != problem.block(k).group) break;
    }
    if (!add_group(problem, k, end - k)) {
      return "a diagonal entry of A is not positive in a group of more than 100 rows, or with "
             "other "
             "than free and non-negative ones: it can be solved neither by rows nor whole";
    }
  }
  for (const cardan_block& block : problem.blocks()) {
    if (!has_local_block(block)) continue;
    double* W = W_.data() + count(block.row) * sdk::kMaxBlockDim;
    sdk::compute_local_block(problem, block.row, block.dim, W, block.dim);
  }
  return nullptr;
}

// Adds a group: block by block if every diagonal is positive, else as a whole.
bool PgsSolver::add_group(const sdk::ProblemView& problem, int first, int blocks) {
  const int row = problem.block(first).row;
  const cardan_block& last = problem.block(first + blocks - 1);
  const int rows = last.row + last.dim - row;
  bool by_rows = true, linear = rows <= static_cast<int>(group_q_.size());
  for (int i = row; i < row + rows; ++i) by_rows = by_rows && diagonal_[count(i)] > 0;
  for (int k = first; k < first + blocks; ++k) {
    const cardan_block& block = problem.block(k);
    if (by_rows) parts_.push_back({k, 1, block.row, block.dim, false, 0});
    linear = linear && (block.kind == CARDAN_FREE || block.kind == CARDAN_NONNEGATIVE);
    for (int i = 0; i < block.dim; ++i) is_free_[count(block.row + i)] = block.kind == CARDAN_FREE;
  }
  if (by_rows) return true;
  if (!linear) return false;
  const std::size_t matrix = group_W_.size();
  for (int i = row; i < row + rows; ++i) {
    for (int j = row; j < row + rows; ++j) group_W_.push_back(sdk::A_entry(problem, i, j));
  }
  parts_.push_back({first, blocks, row, rows, true, matrix});
  return true;
}

double PgsSolver::move_row(const sdk::ProblemView& problem, int row, double to, double* lambda) {
  const double change = to - lambda[row];
  if (change == 0) return 0;
  lambda[row] = to;
  sdk::add(problem.Y_row(row), change, z_.data());
  return problem.weight(row) * std::fabs(change);
}

// λ_i ← P(λ_i − ω u_i / A_ii), row by row.
double PgsSolver::relax_rows(const sdk::ProblemView& problem, const cardan_block& block,
                             bool backward, double* lambda) {
  double change = 0;
  for (int k = 0; k < block.dim; ++k) {
    const int row = block.row + (backward ? block.dim - 1 - k : k);
    const double u = sdk::row_velocity(problem, row, z_.data(), lambda);
    double to = lambda[row] - param(kOmega) * u / diagonal_[count(row)];
    cardan_block one = block;
    one.dim = 1;
    sdk::project_block(one, lambda, &to);
    change = std::max(change, move_row(problem, row, to, lambda));
  }
  return change;
}

// λ_B ← P(λ_B + ω (x − λ_B)), x the solution of the block with all others held.
double PgsSolver::relax_block(const sdk::ProblemView& problem, const cardan_block& block,
                              double* lambda) {
  const int n = block.dim;
  const double* W = W_.data() + count(block.row) * sdk::kMaxBlockDim;
  double* own = lambda + block.row;
  double x[sdk::kMaxBlockDim] = {}, q[sdk::kMaxBlockDim] = {};
  // q = u − W λ_B, the velocity that the block would have without its own impulse.
  for (int i = 0; i < n; ++i) {
    q[i] = sdk::row_velocity(problem, block.row + i, z_.data(), lambda);
    for (int j = 0; j < n; ++j) q[i] -= W[i + j * n] * own[j];
    x[i] = own[i];
  }
  const int passes = int_param(kLocalPasses);
  if (block.kind == CARDAN_CONE) {
    solve_coulomb(W, n, block.mu, q, passes, x);
  } else if (block.kind == CARDAN_CONE_CONVEX) {
    solve_convex_cone(W, n, block.mu, q, passes, x);
  } else {
    solve_ball(W, n, q, sdk::friction_bound(block, lambda), x);
  }
  const double omega = param(kOmega);
  if (omega != 1) {
    for (int i = 0; i < n; ++i) x[i] = own[i] + omega * (x[i] - own[i]);
    sdk::project_block(block, lambda, x);
  }
  double change = 0;
  for (int i = 0; i < n; ++i) {
    change = std::max(change, move_row(problem, block.row + i, x[i], lambda));
  }
  return change;
}

// λ_G ← P(λ_G + ω (x − λ_G)), x the solution of the group with all others held; without a solution,
// the group does not change.
double PgsSolver::relax_group(const sdk::ProblemView& problem, const Part& part, double* lambda) {
  const int n = part.rows;
  const double* W = group_W_.data() + part.matrix;
  double* own = lambda + part.row;
  for (int i = 0; i < n; ++i) {
    double q = sdk::row_velocity(problem, part.row + i, z_.data(), lambda);
    for (int j = 0; j < n; ++j) q -= W[i * n + j] * own[j];
    group_q_[count(i)] = q;
    group_x_[count(i)] = own[i];
  }
  const char* is_free = is_free_.data() + part.row;
  if (!group_solver_.solve(W, group_q_.data(), scale_.data() + part.row, is_free, n,
                           group_x_.data())) {
    return 0;
  }
  const double omega = param(kOmega);
  double change = 0;
  for (int i = 0; i < n; ++i) {
    double to = group_x_[count(i)];
    if (omega != 1) to = own[i] + omega * (to - own[i]);
    if (is_free[i] == 0) to = std::max(to, 0.0);
    change = std::max(change, move_row(problem, part.row + i, to, lambda));
  }
  return change;
}

double PgsSolver::relax_part(const sdk::ProblemView& problem, const Part& part, bool backward,
                             double* lambda) {
  if (part.whole) return relax_group(problem, part, lambda);
  const cardan_block& block = problem.block(part.first);
  return has_local_block(block) ? relax_block(problem, block, lambda)
                                : relax_rows(problem, block, backward, lambda);
}

// Returns the largest weighted change of λ, which approximates the residual [m/s] before the sweep.
double PgsSolver::sweep(const sdk::ProblemView& problem, bool backward, double* lambda) {
  double change = 0;
  const std::size_t parts = parts_.size();
  for (std::size_t k = 0; k < parts; ++k) {
    const Part& part = parts_[backward ? parts - 1 - k : k];
    change = std::max(change, relax_part(problem, part, backward, lambda));
  }
  return change;
}

// Returns the residual of λ after recomputing z and u; stores λ if it is the best so far.
double PgsSolver::check(const sdk::ProblemView& problem, const double* lambda,
                        cardan_report& report) {
  sdk::compute_velocity(problem, lambda, z_.data(), u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  if (map.residual < report.residual) {
    report.residual = map.residual;
    report.worst_block = map.worst_block;
    std::copy(lambda, lambda + problem.m(), best_.begin());
  }
  return map.residual;
}

// Nonlinear nonsmooth conjugate gradients [Silcowitz, Niebe, Erleben 2010]: g = λ_before − λ_after,
// β = ‖g‖²/‖g_last‖²; λ += β p, p ← β p − g; restart where β > 1.
void PgsSolver::accelerate(const sdk::ProblemView& problem, double* lambda) {
  double size = 0;
  for (int i = 0; i < problem.m(); ++i) {
    const double g = problem.weight(i) * (before_[count(i)] - lambda[i]);
    size += g * g;
  }
  // No direction yet, a restart, or nothing left to do: p ← −g.
  const double beta = gradient_ > 0 && size <= gradient_ ? size / gradient_ : 0;
  gradient_ = size;
  for (int i = 0; i < problem.m(); ++i) {
    const double minus_g = lambda[i] - before_[count(i)];
    const double step = beta * direction_[count(i)];
    if (step != 0) move_row(problem, i, lambda[i] + step, lambda);
    direction_[count(i)] = step + minus_g;
  }
}

int PgsSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                     cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  const int m = problem.m();
  report.residual = std::numeric_limits<double>::infinity();
  if (const char* reason = prepare(problem)) {
    set_error(reason);
    return CARDAN_UNSUPPORTED;
  }
  const bool nncg = int_param(kAcceleration) == 1;
  const int max_sweeps = problem.max_iterations(int_param(kMaxIterations));
  const double tolerance = problem.tolerance();

  // A guess that already solves the problem is the answer; a non-finite guess is discarded.
  double residual = check(problem, lambda, report);
  if (!std::isfinite(residual)) {
    std::fill(lambda, lambda + m, 0.0);
    residual = check(problem, lambda, report);
  }
  Pause pause;
  for (int k = 0; k < max_sweeps && residual > tolerance && !cancelled(); ++k) {
    if (nncg) std::copy(lambda, lambda + m, before_.begin());
    const double change = sweep(problem, bool_param(kSymmetric) && k % 2 == 1, lambda);
    report.iterations = k + 1;
    const bool last = k + 1 == max_sweeps;
    if (change <= tolerance || last || (k + 1) % kCheckEvery == 0 || !std::isfinite(change)) {
      const double best = report.residual;
      residual = check(problem, lambda, report);
      if (!std::isfinite(residual)) break;
      if (nncg && pause.starts(k, residual < best)) {
        gradient_ = 0;
        std::fill(direction_.begin(), direction_.end(), 0.0);
      }
    }
    if (nncg && residual > tolerance && !last && k >= pause.until) accelerate(problem, lambda);
  }

  std::copy(best_.begin(), best_.end(), lambda);
  if (u != nullptr) sdk::compute_velocity(problem, lambda, z_.data(), u);
  if (!std::isfinite(report.residual)) {
    set_error("no iterate was finite");
    return CARDAN_NUMERIC;
  }
  return report.residual <= tolerance ? CARDAN_SOLVED : CARDAN_ITERATIONS;
}

}  // namespace cardan::pgs
