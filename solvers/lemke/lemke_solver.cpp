#include "solvers/lemke/lemke_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "solvers/common/dense_lu.h"

namespace cardan::lemke {

using solvers::Outcome;
using solvers::Pivoting;

namespace {

enum Param { kMaxPivots, kCovers, kNewtonSteps };

const std::array<cardan_param, 3> kParams = {
    sdk::integer_param("max_pivots",
                       "maximum number of pivots of a solve, over all covering vectors", 20000, 1,
                       100000000),
    sdk::integer_param(
        "covers", "number of covering vectors to try: first all ones, then other positive vectors",
        4, 1, 4),
    sdk::integer_param("newton_steps", "min-map Newton steps from the guess and after the pivots",
                       10, 0, 1000)};

/// Components of a ray below this fraction of the largest are rounding errors.
constexpr double kNegligible = 1e-12;
/// Shift of Ã (diagonal of about 1) in the search for a null vector.
constexpr double kShift = 1e-9;

/// Covering vector number `which`: ones, then fixed positive vectors (Weyl sequences in
/// [0.5, 1.5)).
double cover_entry(int which, int i) {
  constexpr double kIrrational[4] = {0, 0.61803398874989485, 0.75487766624669276,
                                     0.41421356237309515};
  if (which == 0) return 1;
  const double x = (i + 1) * kIrrational[which];
  return 0.5 + (x - std::floor(x));
}

}  // namespace

const sdk::SolverInfo& LemkeSolver::info() {
  static const sdk::SolverInfo kInfo = [] {
    sdk::SolverInfo info{};
    info.id = "lemke";
    info.version = "0.1.0";
    info.doc = "lexicographic Lemke for linear complementarity, polished";
    info.default_formulation = "polyhedral";
    info.kinds = sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE);
    info.needs = CARDAN_NEEDS_DENSE;
    info.max_dense_rows = 2000;
    info.params = kParams.data();
    info.num_params = static_cast<int>(kParams.size());
    return info;
  }();
  return kInfo;
}

void LemkeSolver::reserve(const cardan_size& wanted) {
  const cardan_size size = begin_reserve(wanted);
  const int rows = size.m;
  const std::size_t m = rows;
  reduction_.reserve(rows);
  no_solution_.reserve(rows, size.cols);
  dictionary_.reserve(rows);
  for (auto* v : {&x_, &w_, &cover_, &lambda_, &u_, &best_lambda_, &basis_rhs_, &trial_})
    v->resize(m);
  basis_matrix_.resize(m * m);
  basis_.resize(m);
  basis_rows_.resize(m);
  swaps_.resize(m);
}

int LemkeSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                       cardan_report& report) {
  if (const std::optional<int> status = begin_solve(problem)) return *status;
  best_residual_ = std::numeric_limits<double>::infinity();
  worst_block_ = -1;
  ray_ = infeasible_ = false;
  std::fill(best_lambda_.begin(), best_lambda_.begin() + problem.m(), 0.0);
  const bool solved = offer_lambda(problem, lambda) || run(problem, lambda, report);
  std::copy(best_lambda_.begin(), best_lambda_.begin() + problem.m(), lambda);
  report.residual = best_residual_;
  report.worst_block = worst_block_;
  if (u != nullptr) sdk::compute_dense_velocity(problem, lambda, u);
  if (solved) return CARDAN_SOLVED;
  if (infeasible_) {
    set_error("no solution: the impulses returned prove it");
    return CARDAN_INFEASIBLE;
  }
  if (!std::isfinite(best_residual_)) return CARDAN_NUMERIC;
  if (reduction_.n() == 0) {
    set_error("the FREE rows have no solution to the tolerance, and none is proven impossible");
    return CARDAN_JAMMED;
  }
  set_error(ray_ ? "ended on a ray: no solution was found with any covering vector"
                 : "the limit of pivots was reached, or the solve was cancelled");
  return ray_ ? CARDAN_JAMMED : CARDAN_ITERATIONS;
}

bool LemkeSolver::run(const sdk::ProblemView& problem, const double* guess, cardan_report& report) {
  reduction_.build(problem);
  const int n = reduction_.n();
  report.stage = kNewton;
  if (n == 0) {
    if (offer(problem, x_.data()) || polish_with_free_rows(problem, report)) return true;
    infeasible_ = free_rows_prove_infeasible(problem, report);
    return false;
  }
  // First solves the basis of the guess, then runs Newton from it.
  reduction_.reduce(guess, x_.data());
  bool any = false;
  for (int i = 0; i < n; ++i) any = any || x_[i] > 0;
  if (any) {
    for (int i = 0; i < n; ++i) basis_[i] = x_[i] > 0;
    if (solve_basis(x_.data(), report) &&
        (offer(problem, x_.data()) || polish_with_free_rows(problem, report))) {
      return true;
    }
    if (newton(problem, report)) return true;
  }
  for (int which = 0; which < int_param(kCovers); ++which) {
    report.stage = kPivots + which;
    if (try_pivots(problem, which, report)) return true;
    if (infeasible_ || cancelled()) return false;
  }
  if (ray_) infeasible_ = one_row_proves_infeasible(problem);
  return false;
}

bool LemkeSolver::try_pivots(const sdk::ProblemView& problem, int which, cardan_report& report) {
  const int n = reduction_.n();
  for (int i = 0; i < n; ++i) cover_[i] = cover_entry(which, i);
  dictionary_.start(n, reduction_.M(), reduction_.q(), cover_.data());
  Pivoting pivoting(dictionary_);
  const int left = problem.max_iterations(int_param(kMaxPivots)) - report.iterations;
  if (left <= 0) return false;
  int count = 0;
  const Outcome outcome = pivoting.run(
      std::min(left, 100 + 30 * n), [this] { return cancelled(); }, count);
  report.iterations += count;
  ray_ = outcome == Outcome::kRay;
  if (ray_ && prove_infeasible(problem, pivoting.ray())) return false;
  for (int i = 0; i < n; ++i) {
    const int row = dictionary_.row_of(n + i);
    basis_[i] = row >= 0;
    x_[i] = row >= 0 ? std::max(dictionary_.value(row), 0.0) : 0.0;
  }
  if (offer(problem, x_.data())) return true;
  // Solving the basis again removes the rounding errors of the pivots; Newton then starts from that
  // point.
  std::copy(x_.begin(), x_.begin() + n, trial_.begin());
  if (solve_basis(trial_.data(), report)) {
    if (offer(problem, trial_.data()) || polish_with_free_rows(problem, report)) return true;
    if (outcome == Outcome::kSolved) std::copy(trial_.begin(), trial_.begin() + n, x_.begin());
  }
  return newton(problem, report);
}

bool LemkeSolver::prove_infeasible(const sdk::ProblemView& problem, int ray_variable) {
  // The z part of the ray; for copositive M it has zᵀ M z = 0 and qᵀ z < 0 [Cottle, Pang & Stone
  // 1992, Thm 4.4.9]. Aᵀ λ ≤ 0 then shows λᵀ u ≤ bᵀ λ < 0 for every admissible impulse.
  const int n = reduction_.n(), m = problem.m(), column = dictionary_.column_of(ray_variable);
  double size = 0;
  for (int i = 0; i < n; ++i) {
    const int row = dictionary_.row_of(n + i);
    trial_[i] = row >= 0 ? std::max(dictionary_.entry(row, column), 0.0) : 0.0;
    if (n + i == ray_variable) trial_[i] = 1;
    size = std::max(size, trial_[i]);
  }
  for (int i = 0; i < n; ++i) {
    trial_[i] = trial_[i] > kNegligible * size ? trial_[i] / size : 0.0;
  }
  reduction_.expand_direction(trial_.data(), lambda_.data());
  if (!no_solution_.is_proven_by(problem, lambda_.data())) return false;
  infeasible_ = true;
  std::copy(lambda_.begin(), lambda_.begin() + m, best_lambda_.begin());
  return true;
}

bool LemkeSolver::one_row_proves_infeasible(const sdk::ProblemView& problem) {
  // Detects rows with u_i = A_i λ + b_i < 0 for every admissible λ, which a ray cannot prove if A
  // is not copositive.
  std::fill(lambda_.begin(), lambda_.begin() + problem.m(), 0.0);
  for (int k = 0; k < reduction_.n(); ++k) {
    const int row = reduction_.row(k);
    lambda_[row] = 1;
    if (no_solution_.is_proven_by(problem, lambda_.data())) {
      std::copy(lambda_.begin(), lambda_.begin() + problem.m(), best_lambda_.begin());
      return true;
    }
    lambda_[row] = 0;
  }
  return false;
}

bool LemkeSolver::free_rows_prove_infeasible(const sdk::ProblemView& problem,
                                             cardan_report& report) {
  // Inverse iteration with (Ãᵀ + shift)⁻¹ from b̃ leaves the component of b̃ in the null space of
  // Aᵀ.
  const int k = reduction_.free_count();
  const sdk::DenseView A = problem.A();
  for (int i = 0; i < k; ++i) {
    const int row = reduction_.free_row(i);
    for (int j = 0; j < k; ++j) {
      const int column = reduction_.free_row(j);
      basis_matrix_[i * k + j] = reduction_.d(row) * A(column, row) * reduction_.d(column);
    }
    basis_matrix_[i * k + i] += kShift;
    basis_rhs_[i] = reduction_.d(row) * problem.b(row);
  }
  if (!factor_basis(k, report)) return false;
  for (int pass = 0; pass < 3; ++pass) {
    solvers::solve_lu(basis_matrix_.data(), k, k, swaps_.data(), basis_rhs_.data());
    double size = 0;
    for (int i = 0; i < k; ++i) size = std::max(size, std::fabs(basis_rhs_[i]));
    if (!(size > 0) || !std::isfinite(size)) return false;
    for (int i = 0; i < k; ++i) basis_rhs_[i] /= size;
  }
  std::fill(lambda_.begin(), lambda_.begin() + problem.m(), 0.0);
  for (int i = 0; i < k; ++i) {
    const int row = reduction_.free_row(i);
    if (std::fabs(basis_rhs_[i]) > kNegligible) lambda_[row] = -reduction_.d(row) * basis_rhs_[i];
  }
  if (!no_solution_.is_proven_by(problem, lambda_.data())) return false;
  std::copy(lambda_.begin(), lambda_.begin() + problem.m(), best_lambda_.begin());
  return true;
}

bool LemkeSolver::newton(const sdk::ProblemView& problem, cardan_report& report) {
  // The undamped step of min(x, w) = 0 is the basic solution of the set {w_i < x_i}.
  const int n = reduction_.n();
  const int left = problem.max_iterations(int_param(kMaxPivots)) - report.iterations;
  const int steps = std::min(left, int_param(kNewtonSteps));
  for (int k = 0; k < steps; ++k) {
    if (cancelled()) return false;
    bool changed = k == 0;
    for (int i = 0; i < n; ++i) {
      const double* row = reduction_.M() + i * n;
      double w = reduction_.q()[i];
      for (int j = 0; j < n; ++j) w += row[j] * x_[j];
      const int in = w < x_[i];
      changed = changed || in != basis_[i];
      basis_[i] = in;
    }
    if (!changed || !solve_basis(x_.data(), report)) return false;
    ++report.iterations;
    if (offer(problem, x_.data()) || polish_with_free_rows(problem, report)) return true;
  }
  return false;
}

bool LemkeSolver::solve_basis(double* x, cardan_report& report) {
  const int n = reduction_.n();
  int k = 0;
  for (int i = 0; i < n; ++i) {
    if (basis_[i]) basis_rows_[k++] = i;
  }
  for (int i = 0; i < k; ++i) {
    const double* row = reduction_.M() + basis_rows_[i] * n;
    for (int j = 0; j < k; ++j) basis_matrix_[i * k + j] = row[basis_rows_[j]];
    basis_rhs_[i] = -reduction_.q()[basis_rows_[i]];
  }
  if (!factor_basis(k, report)) return false;
  solvers::solve_lu(basis_matrix_.data(), k, k, swaps_.data(), basis_rhs_.data());
  std::fill(x, x + n, 0.0);
  for (int i = 0; i < k; ++i) x[basis_rows_[i]] = basis_rhs_[i];
  // One step of iterative refinement.
  for (int i = 0; i < k; ++i) {
    const double* row = reduction_.M() + basis_rows_[i] * n;
    double r = -reduction_.q()[basis_rows_[i]];
    for (int j = 0; j < k; ++j) r -= row[basis_rows_[j]] * x[basis_rows_[j]];
    basis_rhs_[i] = r;
  }
  solvers::solve_lu(basis_matrix_.data(), k, k, swaps_.data(), basis_rhs_.data());
  for (int i = 0; i < k; ++i) x[basis_rows_[i]] += basis_rhs_[i];
  return true;
}

bool LemkeSolver::polish_with_free_rows(const sdk::ProblemView& problem, cardan_report& report) {
  if (reduction_.free_count() == 0) return false;
  int k = 0;
  for (int i = 0; i < reduction_.free_count(); ++i) basis_rows_[k++] = reduction_.free_row(i);
  for (int i = 0; i < reduction_.n(); ++i) {
    if (basis_[i]) basis_rows_[k++] = reduction_.row(i);
  }
  const sdk::DenseView A = problem.A();
  for (int i = 0; i < k; ++i) {
    const int row = basis_rows_[i];
    for (int j = 0; j < k; ++j) {
      basis_matrix_[i * k + j] =
          reduction_.d(row) * A(row, basis_rows_[j]) * reduction_.d(basis_rows_[j]);
    }
  }
  if (!factor_basis(k, report)) return false;
  // Two solves: the second one refines.
  std::fill(lambda_.begin(), lambda_.begin() + problem.m(), 0.0);
  for (int pass = 0; pass < 2; ++pass) {
    sdk::compute_dense_velocity(problem, lambda_.data(), u_.data());
    for (int i = 0; i < k; ++i) basis_rhs_[i] = -reduction_.d(basis_rows_[i]) * u_[basis_rows_[i]];
    solvers::solve_lu(basis_matrix_.data(), k, k, swaps_.data(), basis_rhs_.data());
    for (int i = 0; i < k; ++i) {
      lambda_[basis_rows_[i]] += reduction_.d(basis_rows_[i]) * basis_rhs_[i];
    }
  }
  return offer_lambda(problem, lambda_.data());
}

bool LemkeSolver::factor_basis(int k, cardan_report& report) {
  ++report.factorizations;
  return solvers::factor_lu(basis_matrix_.data(), k, k, swaps_.data()) > 1e-15;
}

bool LemkeSolver::offer(const sdk::ProblemView& problem, const double* x) {
  reduction_.expand(x, lambda_.data());
  return offer_lambda(problem, lambda_.data());
}

bool LemkeSolver::offer_lambda(const sdk::ProblemView& problem, const double* lambda) {
  sdk::compute_dense_velocity(problem, lambda, u_.data());
  const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
  if (map.residual < best_residual_) {
    best_residual_ = map.residual;
    worst_block_ = map.worst_block;
    std::copy(lambda, lambda + problem.m(), best_lambda_.begin());
  }
  return map.residual <= problem.tolerance();
}

}  // namespace cardan::lemke
