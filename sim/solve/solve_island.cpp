#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cardan/skeleton.h"
#include "constraint/judge/residual.h"
#include "core/failure_text.h"
#include "core/resize_with_room.h"
#include "sim/solve/bound_energy.h"
#include "sim/solve/chain_attempt.h"
#include "sim/solve/last_resort.h"
#include "sim/solve/solver_call.h"

namespace cardan {

namespace {

// Reports in every step that a solver is not called.
void name_refusal(const SolverChain& chain, std::size_t link, IslandReport& report) {
  if (!report.fault.empty()) return;
  report.fault = chain.refusals[link];
  report.faulty_solver = static_cast<int>(link);
}

// True if the chain may stop: the answer is exact, or as accurate as requested.
bool good_enough(const IslandWork& work) {
  const IslandReport& report = work.report;
  return report.solver >= 0 && (report.status == CARDAN_SOLVED || report.residual <= work.accuracy);
}

// Runs the solvers of the chain in order until one solves the island. Keeps the best finite answer.
void run_chain(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  work.report.solver = -1;
  work.report.residual = kInfinity;
  for (std::size_t i = 0; i < pairing.chain.size(); ++i) {
    if (!chain.usable[i]) {
      name_refusal(chain, i, work.report);
      continue;
    }
    work.budget.forget_refusal();
    const Verdict verdict = attempt_link(pairing, chain, i, 0, work);
    if (verdict.residual < work.report.residual) keep_answer(verdict, i, work);
    if (verdict.status == CARDAN_SOLVED || good_enough(work)) return;
  }
}

// False if the last iterate of a failed solve is not an answer, because it is diagnosed as a jam or
// is far worse than no impulse at all.
bool answered(IslandWork& work) {
  constexpr double kWorthless = 10;
  const IslandReport& report = work.report;
  if (report.solver < 0) return false;
  if (good_enough(work)) return true;
  if (report.diagnosis != 0 && report.residual > kNearSolution) return false;
  return nothing_reaches(report.residual / kWorthless, work);
}

// True for a small rigid island whose answer is far from a solution: a solution may not exist,
// which the ladder can detect. False if the user limited the iterations, and for large islands,
// where the ladder costs too much.
bool may_have_no_solution(const Pairing& pairing, const IslandWork& work) {
  constexpr int kMaxRows = 200;
  const auto is_bounded = [](const Pairing::Link& link) {
    return link.spec.max_iterations.has_value();
  };
  // The solver reports that its settings ended the solve (heaps: a budget of sweeps).
  if (work.best.verdict.claim == CARDAN_APPROXIMATE) return false;
  return !good_enough(work) && work.report.residual > kNearSolution && work.base.m() <= kMaxRows &&
         std::find(work.base.S.begin(), work.base.S.end(), 0.0) != work.base.S.end() &&
         std::none_of(pairing.chain.begin(), pairing.chain.end(), is_bounded);
}

// Climbs the ladder and restores the answer of the chain if that is better.
void ask_ladder(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  IslandReport& report = work.report;
  std::swap(work.before_ladder, work.best);
  const bool answered = climb_compliance_ladder(pairing, chain, work);
  const double before = work.before_ladder.verdict.residual;
  if (answered && (report.diagnosis != 0 || report.residual < before)) return;
  std::swap(work.before_ladder, work.best);
  report_best(work);
  report.added_compliance = 0;
}

// True if the answer was judged on the base itself and nothing was judged since. Then z belongs to
// the answer, and so does u, except for the tangent rows that a problem without friction leaves
// out.
bool judged_last(const IslandWork& work) {
  return work.report.solver >= 0 && work.report.num_attempts == 1 &&
         work.formulation->info().is_base && !bounces(work.base) && work.best.b.empty();
}

void take_judged_velocity(IslandWork& work) {
  if (work.problem.m() == work.base.m()) return work.u_C.swap(work.u);
  compute_base_velocity_of(work.base, work.lambda_C.data(), work.z.data(), work.u_C.data());
}

// True if the answer is within the tolerance of its link, or within that of the chain although a
// limit on the work ended the solve.
bool is_exact(const IslandWork& work) {
  return work.report.status == CARDAN_SOLVED || work.report.residual <= work.base.tolerance;
}

// Sets b of the base to the one that the answer solves with all its impulses.
void take_bias_of_answer(IslandWork& work) {
  if (work.report.solver >= 0 && !work.best.b.empty()) {
    work.base.b.swap(work.best.b);
  } else {
    scale_restitution(work.base, work.report.restitution_scale);
  }
}

// Residual under the exact cones, of λ_C without the known impulses: the cones hold only for the
// part that was solved for.
double model_error(IslandWork& work) {
  work.lambda.assign(work.lambda_C.begin(), work.lambda_C.end());
  if (work.report.solver >= 0) {
    for (std::size_t i = 0; i < work.lambda.size(); ++i) work.lambda[i] -= work.best.t0[i];
  }
  return cone_residual(work.base, work.lambda.data(), work.u_C.data());
}

// Reserves with spare room, so that an island that grows contact by contact rarely allocates.
void make_room(IslandWork& work) {
  const auto rows = static_cast<std::size_t>(work.base.m()), entries = work.base.Y.value.size();
  for (SparseRows* matrix : {&work.problem.Y, &work.problem.S}) {
    const std::size_t most = matrix == &work.problem.Y ? entries : rows;
    reserve_with_room(rows + 1, matrix->start);
    reserve_with_room(most, matrix->index);
    reserve_with_room(most, matrix->value);
  }
  for (std::vector<double>* numbers :
       {&work.problem.b, &work.problem.prox_step, &work.problem.weight, &work.lambda, &work.u,
        &work.lambda_C, &work.u_C, &work.no_impulse, &work.impacts.t0, &work.impacts.law.t0,
        &work.impacts.law.trial}) {
    reserve_with_room(rows, *numbers);
  }
  for (Answer* answer : {&work.best, &work.before_ladder}) {
    for (std::vector<double>* numbers : {&answer->lambda_C, &answer->t0, &answer->b}) {
      reserve_with_room(rows, *numbers);
    }
  }
  const auto columns = static_cast<std::size_t>(work.base.Y.cols);
  for (std::vector<double>* numbers :
       {&work.z, &work.impacts.z, &work.impacts.shift, &work.best.shift, &work.before_ladder.shift})
    reserve_with_room(columns, *numbers);
}

}  // namespace

void start_report(IslandWork& work) {
  const int m = work.base.m();
  make_room(work);
  work.lambda_C.resize(m);
  std::fill(work.lambda_C.begin(), work.lambda_C.end(), 0.0);
  work.u_C.resize(m);
  work.z.resize(std::max(work.base.Y.cols, 1));
  work.report.clear();
  work.energy_lost = 0;
  work.best.b.clear();
  work.best.t0.clear();
  work.best.shift.clear();
  work.best.lag_work = work.best.pull_work = 0;
  work.report.rows = m;
  work.report.contacts = work.base.num_contacts;
}

void prepare_island(IslandWork& work) {
  make_room(work);
  work.formulation->build(work.base, 0, work.problem);
  work.prepared = true;
}

bool ended_at_own_limit(const IslandWork& work) {
  const IslandReport& report = work.report;
  if (report.solver < 0 || is_exact(work) || report.added_compliance != 0) return false;
  const int claim = work.best.verdict.claim;
  return report.residual <= work.accuracy ||
         (report.iterations > 0 && (claim == CARDAN_APPROXIMATE || claim == CARDAN_ITERATIONS));
}

void reserve_for(IslandWork& work, std::vector<SolverChain>& chains) {
  cardan_size size = size_of(work.problem.view());
  work.formulation->add_room(work.base, size);
  // Bound for the lowered problem: BOX becomes two rows, BOX_MU three, each with a few couplings.
  cardan_size lowered = size;
  lowered.m = 3 * size.m;
  lowered.nnz_Y = 2 * size.nnz_Y;
  lowered.nnz_S = 4 * size.nnz_S + 6 * size.m;
  lowered.max_group_rows = 3 * size.max_group_rows;
  constexpr std::uint32_t kBoxes = (1u << CARDAN_BOX) | (1u << CARDAN_BOX_MU);
  for (SolverChain& chain : chains) {
    for (std::size_t i = 0; i < chain.solvers.size(); ++i) {
      ContactSolver& solver = chain.solvers[i];
      try {
        if (!chain.usable[i]) continue;
        solver.reserve((solver.desc().kinds & kBoxes) == kBoxes ? size : lowered);
        reserve_dense_for(solver, size, work);
      } catch (const std::exception& error) {
        chain.usable[i] =
            0;  // without this storage it cannot run, and the next solver of the chain runs instead
        chain.refusals[i] = failure_text(error);
      }
    }
  }
}

namespace {

// Solves the island up to work.accuracy, or exactly if that is zero.
void solve_once(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  start_report(work);
  IslandReport& report = work.report;
  run_chain(pairing, chain, work);
  if (!answered(work)) {
    if (!climb_compliance_ladder(pairing, chain, work)) report.solver = -1;
  } else if (may_have_no_solution(pairing, work)) {
    ask_ladder(pairing, chain, work);
  }
  report.fallbacks = std::max(0, report.num_attempts - 1);
  if (report.solver >= 0) {
    work.lambda_C.assign(work.best.lambda_C.begin(), work.best.lambda_C.end());
    if (report.status != CARDAN_SOLVED || report.work_limited) report.status = CARDAN_APPROXIMATE;
  } else {
    last_resort(work.base, work.z, work.lambda_C);
    report.status = CARDAN_APPROXIMATE;
    report.added_compliance = kLastResortCompliance;
  }
  if (judged_last(work)) {
    take_judged_velocity(work);
    report.cone_residual = report.residual;
  } else {
    take_bias_of_answer(work);
    compute_base_velocity(work.base, work.lambda_C.data(), work.z.data(), work.u_C.data());
    report.cone_residual = model_error(work);
    if (report.solver < 0) report.residual = report.cone_residual;
  }
  if (is_exact(work) || !bound_energy(work)) return;
  report.cone_residual = model_error(work);
  if (!work.formulation->info().is_base || bounces(work.base)) return;
  report.residual = report.cone_residual;
  if (report.residual <= work.base.tolerance && !report.work_limited) report.status = CARDAN_SOLVED;
}

// True if the answer was as accurate as requested before its energy was bounded.
bool lost_accuracy(const IslandWork& work) {
  return work.accuracy > 0 && work.report.solver >= 0 &&
         work.best.verdict.residual <= work.accuracy && work.report.residual > work.accuracy;
}

// Undoes take_bias_of_answer.
void restore_bias(IslandWork& work) {
  if (work.report.solver < 0 || work.best.b.empty()) return;
  work.base.b.swap(work.best.b);
  work.best.b.clear();
}

void solve_again(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  restore_bias(work);
  const int iterations = work.report.iterations, factorizations = work.report.factorizations;
  solve_once(pairing, chain, work);
  work.report.iterations += iterations;
  work.report.factorizations += factorizations;
}

// Loops move bodies along chords of their arcs, which adds (θ/2)² of the kinetic energy for an
// angle of θ per step. If other rows oppose that, or if θ exceeds 1, the impulses may add any
// energy; the loops then only keep J v⁺ = 0 (docs/theory/loops.md). Returns true if the base has
// changed.
bool drop_curvature(IslandWork& work) {
  constexpr double kMostGain = 0.25;
  if (!(work.kinetic_energy < std::numeric_limits<double>::infinity())) return false;
  const double lag_work = work.report.solver >= 0 ? work.best.lag_work : 0;
  const double gain = impulse_work(work.base, work.lambda_C.data(), work.no_impulse) - lag_work;
  if (!(gain > kMostGain * work.kinetic_energy + energy_room(work.base, work.lambda_C.data())))
    return false;
  restore_bias(work);
  for (const BaseBlock& block : work.base.blocks) {
    if (block.kind != BaseBlockKind::kLoop || block.elastic) continue;
    std::copy_n(work.base.b_free.begin() + block.row, block.dim, work.base.b.begin() + block.row);
  }
  return true;
}

}  // namespace

void solve_island(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  // The laws of restitution need exact answers: they weigh the energy of several solves.
  work.accuracy = pairing.accuracy > 0 && bounces(work.base) ? 0 : pairing.accuracy;
  work.budget.start(work.base.m());
  solve_once(pairing, chain, work);
  if (drop_curvature(work)) solve_again(pairing, chain, work);
  if (!lost_accuracy(work)) return;
  work.accuracy = 0;
  solve_again(pairing, chain, work);
}

}  // namespace cardan
