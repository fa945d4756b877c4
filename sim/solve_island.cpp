#include <algorithm>

#include "cardan/constraint/residual.h"
#include "cardan/sim/chain_attempt_internal.h"

namespace cardan {

namespace {

// The chain: each solver in turn until the judge is content; the best finite answer is kept.
void run_chain(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  work.report.solver = -1;
  work.report.residual = kInfinity;
  for (std::size_t i = 0; i < pairing.chain.size(); ++i) {
    if (!chain.usable[i]) continue;
    const Verdict verdict = attempt_link(pairing, chain, i, 0, work);
    if (verdict.residual < work.report.residual) keep_answer(verdict, i, work);
    if (verdict.status == CARDAN_SOLVED) return;
  }
}

// What a solver left behind on its way to no solution is no answer, and neither is what the judge
// finds far worse than no impulse at all.
bool answered(IslandWork& work) {
  constexpr double kWorthless = 10;
  const IslandReport& report = work.report;
  if (report.solver < 0) return false;
  if (report.status == CARDAN_SOLVED) return true;
  if (report.diagnosis != 0 && report.residual > kNearSolution) return false;
  return report.residual <= kWorthless * judge_nothing(work);
}

// The law holds for what was solved for: λ_C without the impulse known before.
double model_error(IslandWork& work) {
  work.lambda.assign(work.lambda_C.begin(), work.lambda_C.end());
  if (work.report.solver >= 0) {
    for (std::size_t i = 0; i < work.lambda.size(); ++i) work.lambda[i] -= work.best_t0[i];
  }
  return cone_residual(work.base, work.lambda.data(), work.u_C.data());
}

}  // namespace

void prepare_island(IslandWork& work) { work.formulation->build(work.base, 0, work.problem); }

void reserve_for(const IslandWork& work, std::vector<SolverChain>& chains) {
  cardan_size size = size_of(work.problem.view());
  work.formulation->add_room(work.base, size);
  // A bound for the lowered problem: BOX becomes two rows, BOX_MU three, each with a few couplings.
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
        if (chain.usable[i])
          solver.reserve((solver.desc().kinds & kBoxes) == kBoxes ? size : lowered);
      } catch (const std::exception&) {
        chain.usable[i] = 0;  // without room it cannot be called: the next of the chain takes over
      }
    }
  }
}

void solve_island(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  const int m = work.base.m();
  work.lambda_C.assign(m, 0.0);
  work.u_C.resize(m);
  work.z.resize(std::max(work.base.Y.cols, 1));
  IslandReport& report = work.report;
  report = IslandReport{};
  report.rows = m;
  report.contacts = work.base.num_contacts;

  run_chain(pairing, chain, work);
  if (!answered(work) && !climb_compliance_ladder(pairing, chain, work)) report.solver = -1;
  report.fallbacks = std::max(0, report.num_attempts - 1);
  if (report.solver >= 0) {
    work.lambda_C.assign(work.best_lambda_C.begin(), work.best_lambda_C.end());
    if (report.status != CARDAN_SOLVED) report.status = CARDAN_APPROXIMATE;
  } else {
    last_resort(work.base, work.z, work.lambda_C);
    report.status = CARDAN_APPROXIMATE;
    report.added_compliance = kLastResortCompliance;
  }
  scale_restitution(work.base, report.restitution_scale);
  compute_base_velocity(work.base, work.lambda_C.data(), work.z.data(), work.u_C.data());
  report.cone_residual = model_error(work);
  if (report.solver < 0) report.residual = report.cone_residual;
}

}  // namespace cardan
