#include "conic_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cardan/sdk/natural_map.h"
#include "cardan/sdk/velocity.h"
#include "sweep.h"
#include "work.h"

namespace cardan::conic {
namespace {

enum Param {
  kMaxSweeps,
  kMaxRounds,
  kMaxNewton,
  kMaxDenseRows,
  kMaxFacetRows,
  kMaxAdmm,
  kMaxAccelerated,
  kHeapRows,
  kHeapSweeps,
  kMaxWork
};

/// Undamped steps of the direct solve of the modes.
constexpr int kModeSteps = 10;
/// Rows up to which Newton is cheap enough to be tried before ADMM.
constexpr int kNewtonFirst = 300;
/// Sweeps go on to this fraction of the tolerance, for kPolish of them: an answer that is only just
/// good enough lets bodies creep, and is none in the next step.
constexpr double kBetter = 1e-2;
constexpr int kPolish = 2;
/// Work of ADMM before the long Newton stages, and before each polish, in Newton steps.
constexpr double kEarlyWork = 20, kPolishWork = 3;
/// Share of max_work for the sparse stages of free bodies, and how many dense factorisations what
/// is left must pay for: fewer would end before they help. After the sparse stages have failed many
/// are needed.
constexpr double kSparseShare = 0.5;
constexpr int kFewFactorizations = 3, kManyFactorizations = 20;

constexpr std::array<cardan_param, 10> kParams = {
    sdk::integer_param("max_sweeps", "sweeps of the first stage at most", 100, 0, 1000000),
    sdk::integer_param("max_rounds", "proximal rounds in velocity space at most", 60, 0, 100000),
    sdk::integer_param("max_newton", "Newton steps of each dense stage at most", 100, 0, 100000),
    sdk::integer_param("max_dense_rows", "rows up to which the dense stages run (memory: 2 m^2)",
                       2000, 0, 10000),
    sdk::integer_param("max_facet_rows",
                       "rows up to which Lemke on polygons is tried (memory: 400 m^2 bytes)", 200,
                       0, 1000),
    sdk::integer_param("max_admm", "iterations of ADMM at most", 4000, 0, 1000000),
    sdk::integer_param("max_accelerated", "accelerated sweeps of the last stage at most", 1000, 0,
                       1000000),
    sdk::integer_param("heap_rows",
                       "larger islands get heap_sweeps sweeps and no other stage (APPROXIMATE)",
                       1000000, 0, 1000000),
    sdk::integer_param("heap_sweeps", "sweeps of islands of more than heap_rows rows", 8, 1,
                       1000000),
    sdk::real_param("max_work", "estimated floating-point operations of a solve at most", "", 1.2e9,
                    1e6, 1e18)};
static_assert(kParams.back().name != nullptr);

/// Steps of problems of `rows` rows where each costs more: large problems are better off with more
/// iterations of ADMM before Newton steps of m³.
int scaled_steps(double rows, int limit, bool last_stage) {
  if (rows <= kNewtonFirst) return limit;
  const double share = kNewtonFirst / rows;
  return static_cast<int>(limit * share * (last_stage ? 1 : share));
}

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
  reserved_entries_ = size.nnz_Y;
  half_lines_.reserve(size);
  cells_.reserve(size.m);
  best_.reserve(size.m);
  accelerated_.reserve(size.m, size.cols);
  start_.resize(size.m);
  dense_rows_ = std::min({size.m, int_param(kMaxDenseRows), int_param(kHeapRows)});
  // Rounds are for problems of twice as many rows as columns.
  cardan_size staged = size;
  staged.m = std::min(size.m, int_param(kHeapRows));
  newton_.reserve(staged, dense_rows_);
  admm_.reserve(dense_rows_, staged.m, size.cols);
  newton_bodies_.reserve(staged.m, size.cols);
  admm_bodies_.reserve(staged.m, size.cols);
  rounds_.reserve(staged, std::min(int_param(kMaxDenseRows), staged.m / 2));
  facet_rows_ = std::min(dense_rows_, int_param(kMaxFacetRows));
  facets_.reserve(facet_rows_, size.cols);
  facet_lambda_.resize(facet_rows_);
  z_.resize(size.cols);
  u_.resize(size.m);
}

int ConicSolver::solve(const sdk::ProblemView& problem, double* lambda, double* u,
                       cardan_report& report) {
  const std::int64_t entries = problem.cols() > 0 ? problem.raw().Y.start[problem.m()] : 0;
  if (problem.m() > reserved_rows_ || problem.cols() > reserved_cols_ ||
      entries > reserved_entries_) {
    set_error("the problem is larger than what was reserved");
    return CARDAN_UNSUPPORTED;
  }
  ray_ = stalled_ = cells_built_ = sparse_ = false;
  dense_ = problem.m() <= dense_rows_;
  start_budget(problem);
  if (problem.m() > int_param(kHeapRows)) {
    budget_.limit = std::min(budget_.limit, int_param(kHeapSweeps));
    return solve_heap(problem, lambda, u, report);
  }
  half_lines_built_ = int_param(kMaxSweeps) > 0 && half_lines_.build(problem);
  bool solved = confirm_start(problem, lambda) || run_stages(problem, lambda, report);
  best_.copy_to(lambda);
  if (!solved && report.stage >= kModes) {
    // The dense stages have judged u of their own matrix; the last word is that of the factors.
    best_.reset(problem.m());
    solved = confirm(problem, lambda);
  }
  report.residual = best_.residual();
  report.worst_block = best_.worst_block();
  if (u != nullptr) best_.copy_velocity_to(u);
  if (solved) return CARDAN_SOLVED;
  if ((ray_ || stalled_) && std::isfinite(best_.residual())) return name_jam(problem, lambda, u);
  return std::isfinite(best_.residual()) ? CARDAN_ITERATIONS : CARDAN_NUMERIC;
}

bool ConicSolver::confirm_start(const sdk::ProblemView& problem, double* lambda) {
  best_.reset(problem.m());
  if (half_lines_built_) {
    // The sweeps of that stage start from what is no answer without anybody's word on it.
    const double residual = half_lines_.residual(problem, lambda);
    if (residual > problem.tolerance() && std::isfinite(residual)) return false;
  }
  const bool solved = confirm(problem, lambda);
  if (std::isfinite(best_.residual())) return solved;
  std::fill(lambda, lambda + problem.m(), 0.0);
  best_.reset(problem.m());
  return confirm(problem, lambda);
}

void ConicSolver::count_sweep(const sdk::ProblemView& problem) {
  ++budget_.iterations;
  budget_.work += sweep_work(problem);
}

void ConicSolver::start_budget(const sdk::ProblemView& problem) {
  budget_ = {};
  budget_.limit = problem.max_iterations(std::numeric_limits<int>::max());
  budget_.work_limit = param(kMaxWork) * share_of_work(problem.m());
  budget_.self = this;
  budget_.cancelled = [](const void* self) {
    return static_cast<const ConicSolver*>(self)->cancelled();
  };
}

int ConicSolver::name_jam(const sdk::ProblemView& problem, double* lambda, double* u) {
  if (!facets_.find_self_stress(problem, budget_, facet_lambda_.data())) {
    set_error("nothing keeps impulses of this problem from growing, but for rounding");
    return CARDAN_JAMMED;
  }
  set_error("normals and free rows press against each other without end: no solution exists");
  std::copy(facet_lambda_.begin(), facet_lambda_.begin() + problem.m(), lambda);
  if (u != nullptr) sdk::compute_velocity(problem, lambda, z_.data(), u);
  return CARDAN_INFEASIBLE;
}

bool ConicSolver::confirm(const sdk::ProblemView& problem, const double* lambda) {
  const auto offer = [&](const sdk::NaturalMap& map) {
    best_.offer(lambda, u_.data(), map.residual, map.worst_block);
    return map.residual <= problem.tolerance();
  };
  if (cells_built_) {
    compute_velocity(problem, cells_, lambda, z_.data(), u_.data());
    const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
    if (map.residual > problem.tolerance()) return offer(map);
  }
  // The judge adds in this order: at a tolerance near rounding the last word is its.
  sdk::compute_velocity(problem, lambda, z_.data(), u_.data());
  return offer(sdk::natural_map(problem, lambda, u_.data()));
}

bool ConicSolver::run_stages(const sdk::ProblemView& problem, double* lambda,
                             cardan_report& report) {
  if (run_half_lines(problem, lambda, report)) {
    report.iterations = budget_.iterations;
    return true;
  }
  cells_built_ = cells_.build(problem);
  if (!cells_built_) {
    set_error("a block of a kind or size that conic does not know");
    return false;
  }
  report.stage = kSweeps;
  bool solved = run_sweeps(problem, lambda) || best_.residual() <= problem.tolerance();
  if (!solved && !budget_.exhausted()) solved = run_later_stages(problem, lambda, report);
  report.iterations = budget_.iterations;
  report.factorizations = budget_.factorizations;
  return solved;
}

bool ConicSolver::run_half_lines(const sdk::ProblemView& problem, double* lambda,
                                 cardan_report& report) {
  sweeps_ = 0;
  if (!half_lines_built_) return false;
  report.stage = kHalfLines;
  // An answer of a budget that ends is the last iterate's, as in run_sweeps.
  best_.reset(problem.m());
  half_lines_.solve(problem, lambda, int_param(kMaxSweeps), budget_);
  sweeps_ = half_lines_.sweeps();
  if (confirm(problem, lambda)) return true;
  // z_ is that of what was confirmed, which is the best but where it is not finite.
  if (!std::isfinite(best_.residual())) std::fill(z_.begin(), z_.end(), 0.0);
  std::copy(best_.lambda(), best_.lambda() + problem.m(), lambda);
  return false;
}

bool ConicSolver::run_later_stages(const sdk::ProblemView& problem, double* lambda,
                                   cardan_report& report) {
  // Where the budget is spent the stages could only form their matrices.
  if (run_first_acceleration(problem, lambda)) return true;
  if (budget_.exhausted()) return false;
  if (run_rounds(problem, report)) return true;
  if (takes_sparse(problem)) {
    if (run_sparse(problem, report)) return true;
    dense_ = dense_ && affords_factorizations(problem, kManyFactorizations);
    if (!dense_) return false;
  } else {
    dense_ = dense_ && affords_factorizations(problem, kFewFactorizations);
  }
  if (budget_.exhausted()) return false;
  if (dense_) newton_.form(problem, cells_, budget_);
  return run_early_stages(problem, report) ||
         (!at_rounding(problem) &&
          (run_facets(problem, report) ||
           (!ray_ && !stalled_ &&
            (run_admm(problem, int_param(kMaxAdmm), &ConicSolver::run_newton, report) ||
             run_accelerated(problem, lambda, report)))));
}

bool ConicSolver::run_early_stages(const sdk::ProblemView& problem, cardan_report& report) {
  constexpr int kAdmmFirst = 60;
  const bool newton = problem.m() <= kNewtonFirst;
  if (problem.m() <= kAdmmFirst) return run_newton(problem, best_.lambda(), report);
  if (newton && run_modes(problem, best_.lambda(), report)) return true;
  if (at_rounding(problem)) return false;
  if (run_admm(problem, int_param(kMaxAdmm), &ConicSolver::run_modes, report)) return true;
  return newton && run_newton(problem, best_.lambda(), report);
}

double ConicSolver::rounding(const sdk::ProblemView& problem) {
  // |u_i| cannot be known better than the rounding of the sums it is made of.
  const double* lambda = best_.lambda();
  double size = 0;
  for (int i = 0; i < problem.m(); ++i) {
    double sum = std::fabs(problem.b(i));
    const sdk::SparseRow y = problem.Y_row(i), s = problem.S_row(i);
    for (int k = 0; k < y.size; ++k) sum += std::fabs(y.value[k] * z_[y.index[k]]);
    for (int k = 0; k < s.size; ++k) sum += std::fabs(s.value[k] * lambda[s.index[k]]);
    size = std::max(size, problem.weight(i) * problem.step(i) * sum);
  }
  return std::numeric_limits<double>::epsilon() * size;
}

bool ConicSolver::at_rounding(const sdk::ProblemView& problem) {
  // Impulses that have grown without bound are no sign of that.
  constexpr double kUnits = 16, kNear = 1e3;
  sdk::compute_z(problem, best_.lambda(), z_.data());
  return best_.residual() <= kNear * problem.tolerance() &&
         best_.residual() <= kUnits * rounding(problem);
}

bool ConicSolver::stalled(const sdk::ProblemView& problem) {
  // Terms of u that cancel to eleven digits: impulses of a jam that a tiny compliance ends.
  constexpr double kUnits = 1e5, kFar = 1e4;
  // The terms of z cancel in a self-stress: their magnitudes.
  std::fill(z_.begin(), z_.begin() + problem.cols(), 0.0);
  for (int i = 0; i < problem.m(); ++i) {
    const sdk::SparseRow y = problem.Y_row(i);
    for (int k = 0; k < y.size; ++k) z_[y.index[k]] += std::fabs(y.value[k] * best_.lambda()[i]);
  }
  return best_.residual() > kFar * problem.tolerance() &&
         best_.residual() <= kUnits * rounding(problem);
}

bool ConicSolver::run_modes(const sdk::ProblemView& problem, const double* start,
                            cardan_report& report) {
  if (!dense_ && !sparse_) return false;
  std::copy(start, start + problem.m(), start_.begin());
  report.stage = kModes;
  return newton_.solve_modes(start_.data(), kModeSteps, best_, budget_) && confirm_best(problem);
}

bool ConicSolver::run_first_acceleration(const sdk::ProblemView& problem, double* lambda) {
  // Where plain sweeps crawl, conjugate directions often do not: tried as long as eight of them
  // bring a factor 10.
  constexpr int kWindow = 8, kMost = 64;
  const int most = std::min(kMost, int_param(kMaxSweeps) - budget_.iterations);
  if (most <= 0) return false;
  double before = std::numeric_limits<double>::infinity();
  accelerated_.start();
  for (int k = 0; k < most && !budget_.exhausted(); ++k) {
    const double seen = accelerated_.step(problem, cells_, lambda, z_.data());
    count_sweep(problem);
    if (seen <= problem.tolerance() && confirm(problem, lambda)) return true;
    if (k % kWindow != kWindow - 1) continue;
    if (!(seen <= 0.1 * before)) break;
    before = seen;
  }
  sweep(problem, cells_, lambda, z_.data());
  return confirm(problem, lambda);
}

bool ConicSolver::run_rounds(const sdk::ProblemView& problem, cardan_report& report) {
  // Else the dense stages are the cheaper ones.
  constexpr int kRoundsFrom = 90;
  const bool cheaper = problem.m() >= kRoundsFrom && 2 * problem.cols() <= problem.m();
  if (!cheaper || !rounds_.takes(problem)) {
    return false;
  }
  report.stage = kRounds;
  std::copy(best_.lambda(), best_.lambda() + problem.m(), start_.begin());
  return rounds_.solve(problem, start_.data(), int_param(kMaxRounds), best_, budget_);
}

bool ConicSolver::takes_sparse(const sdk::ProblemView& problem) {
  // Smaller ones are cheaper dense.
  constexpr int kSparseFrom = 60;
  if (problem.m() < kSparseFrom) return false;
  for (int k = 0; k < cells_.size(); ++k) {
    if (cells_[k].free_bodies == 0) return false;
  }
  return newton_bodies_.analyse(problem) && admm_bodies_.analyse(problem);
}

bool ConicSolver::affords_factorizations(const sdk::ProblemView& problem, int count) const {
  return budget_.work + count * lu_work(problem.m()) <= budget_.work_limit;
}

bool ConicSolver::run_sparse(const sdk::ProblemView& problem, cardan_report& report) {
  sparse_ = true;
  const double whole = budget_.work_limit;
  budget_.work_limit = std::min(whole, budget_.work + kSparseShare * whole);
  newton_.form_sparse(problem, cells_, newton_bodies_);
  const int most = int_param(kMaxAdmm);
  const bool solved =
      run_modes(problem, best_.lambda(), report) ||
      (!at_rounding(problem) && (run_newton(problem, best_.lambda(), report) ||
                                 run_admm(problem, most, &ConicSolver::run_modes, report) ||
                                 run_admm(problem, most, &ConicSolver::run_newton, report)));
  sparse_ = false;
  budget_.work_limit = whole;
  return solved;
}

bool ConicSolver::run_newton(const sdk::ProblemView& problem, const double* start,
                             cardan_report& report) {
  const bool last_stage = report.stage == kAccelerated;
  if (!dense_ && !sparse_) return false;
  if (run_modes(problem, start, report)) return true;
  report.stage = kProximal;
  const int limit = int_param(kMaxNewton);
  // By the rows of a dense problem of the same work: 2/3 m³ a factorisation.
  const double rows = sparse_ ? std::cbrt(1.5 * newton_.work()) : problem.m();
  const int steps = scaled_steps(rows, limit, last_stage);
  return newton_.solve_proximal(start_.data(), steps, best_, budget_) && confirm_best(problem);
}

bool ConicSolver::confirm_best(const sdk::ProblemView& problem) {
  best_.copy_to(start_.data());
  best_.reset(problem.m());
  return confirm(problem, start_.data());
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
      count_sweep(problem);
      if (seen <= problem.tolerance() && confirm(problem, lambda)) return true;
    }
    // A sweep without extrapolation ends the round inside the cones.
    sweep(problem, cells_, lambda, z_.data());
    count_sweep(problem);
    if (confirm(problem, lambda) || run_newton(problem, lambda, report)) return true;
    if (at_rounding(problem)) return false;
    accelerated_.start();
    round *= 2;
  }
  return false;
}

bool ConicSolver::run_facets(const sdk::ProblemView& problem, cardan_report& report) {
  constexpr int kCovers = 3;
  if (!dense_ || problem.m() > facet_rows_) return false;
  int rays = 0;
  for (int cover = 0; cover < kCovers; ++cover) {
    facets_.start(problem, newton_.A(), cells_);
    Facets::Ending first = Facets::Ending::kLimit;
    if (refine_facets(problem, cover, report, first)) return true;
    rays += first == Facets::Ending::kRay;
  }
  ray_ = rays == kCovers;
  return false;
}

bool ConicSolver::refine_facets(const sdk::ProblemView& problem, int cover, cardan_report& report,
                                Facets::Ending& first) {
  constexpr int kRefinements = 20;
  for (int k = 0; k < kRefinements && !budget_.exhausted(); ++k) {
    report.stage = kFacets;
    const Facets::Ending ending = facets_.solve(problem, cover, budget_, facet_lambda_.data());
    if (k == 0) first = ending;
    if (ending != Facets::Ending::kSolved) return false;
    if (confirm(problem, facet_lambda_.data()) ||
        run_newton(problem, facet_lambda_.data(), report)) {
      return true;
    }
    // Polygons have a solution, so impulses are as large as they must be.
    stalled_ = stalled(problem);
    if (stalled_) return false;
  }
  return false;
}

bool ConicSolver::run_admm(const sdk::ProblemView& problem, int limit, Polish polish,
                           cardan_report& report) {
  if (!dense_ && !sparse_) return false;
  admm_.start(problem, newton_.A(), best_.lambda(), sparse_ ? &admm_bodies_ : nullptr);
  const auto offer = [&](const double* lambda, const double* u) {
    const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u);
    best_.offer(lambda, u, map.residual, map.worst_block);
    return map.residual <= problem.tolerance();
  };
  const double speed = sparse_ ? 1 : kDense;
  int factored = 0;
  const auto spend = [&] {
    budget_.work += (budget_.factorizations - factored) * speed * newton_.work();
    factored = budget_.factorizations;
    if (budget_.exhausted()) return false;
    budget_.work += speed * admm_.work() + product_work(problem);
    return ++budget_.iterations > 0;
  };
  // Before Newton steps take their turn ADMM has done the work of some; without them it ends early.
  const double newton_steps = admm_.work() / newton_.work();
  const bool early = polish != &ConicSolver::run_newton;
  // An iteration is 4 m² of a dense problem of m rows.
  if (sparse_) limit = scaled_steps(std::sqrt(admm_.work() / 4), limit, true);
  if (early) limit = std::min(limit, 350 + static_cast<int>(kEarlyWork / newton_steps));
  int round = 50;
  for (int done = 0; done < limit; done += round, round *= 2) {
    report.stage = kAdmm;
    const int steps = std::min(round, limit - done);
    factored = budget_.factorizations;
    const auto ending = admm_.run(steps, budget_.factorizations, offer, spend);
    if (ending == solvers::Admm::Ending::kTolerance && confirm_best(problem)) return true;
    if (ending == solvers::Admm::Ending::kCancelled || ending == solvers::Admm::Ending::kSingular) {
      return false;
    }
    if (early && (done + steps) * newton_steps < kPolishWork && done + steps < limit) continue;
    if ((this->*polish)(problem, admm_.lambda(), report)) return true;
  }
  return false;
}

bool ConicSolver::run_sweeps(const sdk::ProblemView& problem, double* lambda) {
  constexpr int kWindow = 4;
  int polish = kPolish;
  double history[kWindow] = {};
  const int limit = std::min(int_param(kMaxSweeps) - sweeps_, budget_.limit);
  // Where the budget ends early the answer is the last sweep's: no impulse at all would let bodies
  // fall through each other, however small its residual is.
  const bool cold = std::all_of(lambda, lambda + problem.m(), [](double x) { return x == 0; });
  if (cold && limit > 0) best_.reset(problem.m());
  for (int k = 0; k < limit; ++k) {
    if (budget_.exhausted()) break;
    const double seen = sweep(problem, cells_, lambda, z_.data());
    count_sweep(problem);
    // The estimate is the residual before the sweep: from there one more sweep has been done.
    const bool better = seen <= kBetter * problem.tolerance();
    if ((seen <= problem.tolerance() && (better || --polish < 0)) || k == limit - 1) {
      if (confirm(problem, lambda)) return true;
    }
    const double before = history[k % kWindow];
    if (k >= kWindow && seen > 0.1 * before) break;
    history[k % kWindow] = seen;
  }
  return confirm(problem, lambda);
}

}  // namespace cardan::conic
