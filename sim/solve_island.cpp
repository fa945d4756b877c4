#include <algorithm>
#include <cmath>

#include "cardan/constraint/residual.h"
#include "cardan/sim/solve_island_internal.h"

namespace cardan {

namespace {

bool all_finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

// A problem that the solver has no room for.
SolveReport refuse_size() {
  SolveReport refused;
  refused.status = CARDAN_UNSUPPORTED;
  refused.fault =
      "the island has more rows than the solver takes (cardan solvers --describe); name another "
      "formulation, solver or fallback";
  return refused;
}

// One call of one solver on the present problem, lowered when it lacks box kinds. λ in work.lambda,
// in and out.
SolveReport call_solver(ContactSolver& solver, IslandWork& work) {
  const bool lowered = work.lowering.lower(work.problem, solver.desc().kinds, work.lowered);
  Problem& problem = lowered ? work.lowered : work.problem;
  const int max_rows = solver.desc().max_rows;
  if (max_rows > 0 && problem.m() > max_rows) return refuse_size();
  if (solver.desc().needs & CARDAN_NEEDS_DENSE) {
    const int limit = solver.desc().max_dense_rows;
    if (limit > 0 && problem.m() > limit) return refuse_size();
    problem.form_dense();
  }
  if (!lowered) return solver.solve(problem.view(), work.lambda, work.u);
  work.lambda_lowered.assign(problem.m(), 0.0);
  work.u_lowered.resize(problem.m());
  work.lowering.guess(work.problem, work.lambda.data(), work.lambda_lowered.data());
  const SolveReport report = solver.solve(problem.view(), work.lambda_lowered, work.u_lowered);
  work.lowering.lift(work.lambda_lowered.data(), work.lambda.data());
  return report;
}

// The judge on the present problem: u is recomputed here, never taken from the solver.
double judge_present(IslandWork& work) {
  if (!all_finite(work.lambda)) return kInfinity;
  work.z.resize(std::max(work.problem.Y.cols, 1));
  const cardan_problem view = work.problem.view();
  compute_velocity(view, work.lambda.data(), work.z.data(), work.u.data());
  return judge(view, work.lambda.data(), work.u.data()).value;
}

// A solver that ended in a jam at a residual below this was near a solution after all [m/s].
constexpr double kNearSolution = 1e-4;

// INFEASIBLE is a proof: without a certificate that holds it is a jam.
int diagnosis(IslandWork& work, int status) {
  if (status == CARDAN_INFEASIBLE && all_finite(work.lambda) &&
      certificate_holds(work.problem.view(), work.lambda.data())) {
    return CARDAN_INFEASIBLE;
  }
  return status == CARDAN_JAMMED || status == CARDAN_INFEASIBLE ? CARDAN_JAMMED : 0;
}

// Runs all passes of a formulation with one solver, as often as a restitution law asks.
class Attempt final : public PhaseSolver {
 public:
  Attempt(const Pairing::Link& link, ContactSolver& solver, IslandWork& work)
      : link_(link), solver_(solver), work_(work) {}

  double solve(double* lambda_C) override {
    constexpr int kMaxPasses = 100;
    double residual = kInfinity;
    for (int pass = 0; pass < kMaxPasses; ++pass) {
      work_.formulation->build(work_.base, pass, work_.problem);
      start(pass);
      residual = solve_present();
      const bool jammed = status_ == CARDAN_JAMMED || status_ == CARDAN_INFEASIBLE;
      if (jammed && residual > link_.tolerance && work_.formulation->relent(work_.base)) {
        work_.report.relented = true;
        continue;
      }
      if (!std::isfinite(residual)) return residual;
      if (work_.formulation->absorb(work_.base, work_.problem, pass, work_.lambda.data(),
                                    lambda_C)) {
        break;
      }
    }
    later_phase_ = true;
    return residual;
  }

  // Success is what the judge says.
  int status(double residual) const {
    if (residual <= link_.tolerance) return CARDAN_SOLVED;
    return status_ == CARDAN_SOLVED ? CARDAN_APPROXIMATE : status_;
  }

 private:
  // λ to start from. Later passes take that of the one before; a later phase of restitution is
  // about other impulses than those of the last step.
  void start(int pass) {
    work_.lambda.resize(work_.problem.m());
    work_.u.resize(work_.problem.m());
    if (pass > 0) return;
    if (later_phase_) {
      std::fill(work_.lambda.begin(), work_.lambda.end(), 0.0);
    } else {
      work_.formulation->guess(work_.base, work_.problem, work_.lambda.data());
    }
  }

  // The problem of one pass, judged.
  double solve_present() {
    work_.problem.tolerance = link_.tolerance;
    work_.problem.max_iterations = link_.spec.max_iterations.value_or(0);
    const SolveReport report = call_solver(solver_, work_);
    work_.report.iterations += report.iterations;
    if (report.fault != nullptr) {
      work_.report.fault = report.fault;
    } else if (report.status == CARDAN_NUMERIC) {
      work_.report.fault = solver_.last_error();
    }
    work_.report.diagnosis = std::max(work_.report.diagnosis, diagnosis(work_, report.status));
    status_ = report.status;
    const double residual = judge_present(work_);
    // A solver that failed leaves its guess behind: finite, but no answer unless the judge takes
    // it. So is the certificate that INFEASIBLE leaves in λ: it is never an impulse.
    const bool failed = report.status == CARDAN_NUMERIC || report.status == CARDAN_UNSUPPORTED ||
                        report.status == CARDAN_INFEASIBLE;
    return failed && residual > link_.tolerance ? kInfinity : residual;
  }

  const Pairing::Link& link_;
  ContactSolver& solver_;
  IslandWork& work_;
  int status_ = CARDAN_NUMERIC;
  bool later_phase_ = false;
};

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

  // The chain: each solver in turn until the judge is content; the best finite answer is kept.
  double best = kInfinity;
  report.solver = -1;
  int tried = 0;
  for (std::size_t i = 0; i < pairing.chain.size(); ++i) {
    if (!chain.usable[i]) continue;
    if (tried++ > 0) ++report.fallbacks;
    const bool faultless = report.fault.empty();
    Attempt attempt(pairing.chain[i], chain.solvers[i], work);
    const RestitutionOutcome outcome = solve_with_restitution(
        work.base, pairing.restitution, attempt, work.restitution, work.lambda_C);
    const int status = attempt.status(outcome.residual);
    if (faultless && !report.fault.empty()) report.faulty_solver = static_cast<int>(i);
    if (outcome.residual < best) {
      best = outcome.residual;
      report.solver = static_cast<int>(i);
      report.status = status;
      report.restitution_scale = outcome.scale;
      report.settled = work.formulation->settled();
      work.best_lambda_C.assign(work.lambda_C.begin(), work.lambda_C.end());
      work.best_t0.assign(work.restitution.t0.begin(), work.restitution.t0.end());
    }
    if (status == CARDAN_SOLVED) break;
  }

  // Where the rigid problem has no solution, what a solver left behind on its way to none is no
  // answer either.
  if (report.status != CARDAN_SOLVED && report.diagnosis != 0 && best > kNearSolution) {
    report.solver = -1;
  }
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
  report.residual = best;
  report.cone_residual = model_error(work);
  if (report.solver < 0) report.residual = report.cone_residual;
}

}  // namespace cardan
