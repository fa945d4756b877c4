#include "sim/solve/chain_attempt.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "cardan/skeleton.h"
#include "constraint/judge/residual.h"
#include "sim/solve/solver_call.h"

namespace cardan {

namespace {

bool all_finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

// Judges λ on the current problem [m/s]. u is recomputed and never taken from the solver.
double judge_present(IslandWork& work) {
  if (!all_finite(work.lambda)) return kInfinity;
  work.z.resize(std::max(work.problem.Y.cols, 1));
  const cardan_problem view = work.problem.view();
  compute_velocity(view, work.lambda.data(), work.z.data(), work.u.data());
  return judge(view, work.lambda.data(), work.u.data()).value;
}

// INFEASIBLE counts as a proof only if its certificate holds; otherwise it counts as a jam.
int diagnosis(IslandWork& work, int status) {
  if (status == CARDAN_INFEASIBLE && all_finite(work.lambda) &&
      certificate_holds(work.problem.view(), work.lambda.data())) {
    return CARDAN_INFEASIBLE;
  }
  return status == CARDAN_JAMMED || status == CARDAN_INFEASIBLE ? CARDAN_JAMMED : 0;
}

// One link of the chain on one island: solves all passes of the formulation with one solver, once
// for each phase of the restitution law.
class ChainAttempt {
 public:
  ChainAttempt(const Pairing& pairing, SolverChain& chain, std::size_t link, double compliance,
               IslandWork& work)
      : index_(static_cast<int>(link)),
        link_(pairing.chain[link]),
        solver_(chain.solvers[link]),
        compliance_(compliance),
        work_(work) {}

  // Solves the base problem as it stands; this is the solve that the impacts call. A step does not
  // throw: the attempt fails when memory runs out.
  PhaseAnswer operator()(double* lambda_C) {
    double residual = kInfinity;
    try {
      residual = solve_passes(lambda_C);
    } catch (const std::bad_alloc&) {
      work_.report.fault = "out of memory while solving the island";
      work_.prepared = false;
    }
    later_phase_ = true;
    return {residual, work_.budget.spent()};
  }

  int iterations() const { return iterations_; }
  int stage() const { return stage_; }
  int claim() const { return status_; }

  // The judge decides about success.
  int status(double residual) const {
    if (residual <= link_.tolerance) return CARDAN_SOLVED;
    return status_ == CARDAN_SOLVED ? CARDAN_APPROXIMATE : status_;
  }

 private:
  double solve_passes(double* lambda_C) {
    constexpr int kMaxPasses = 100;
    double residual = kInfinity;
    for (int pass = 0; pass < kMaxPasses; ++pass) {
      work_.last_pass = pass;
      if (!work_.prepared || pass > 0) work_.formulation->build(work_.base, pass, work_.problem);
      work_.prepared = false;
      start(pass);
      residual = solve_present();
      const bool jammed = status_ == CARDAN_JAMMED || status_ == CARDAN_INFEASIBLE;
      if (jammed && residual > link_.tolerance && work_.formulation->relax_law(work_.base)) {
        work_.report.law_relaxed = true;
        continue;
      }
      if (!std::isfinite(residual)) return residual;
      if (work_.formulation->accept_pass(work_.base, work_.problem, pass, work_.lambda.data(),
                                         lambda_C)) {
        break;
      }
      if (work_.budget.refuses()) break;
    }
    return residual;
  }

  // Sets the λ to start from. A later pass starts from the λ of the pass before. A later phase of
  // restitution starts from zero: its impulses are not those of the last step.
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

  // 0: the solver's own limits.
  int most_iterations() const {
    const int own = link_.spec.max_iterations.value_or(0);
    const int left = work_.budget.most_iterations(index_);
    return own == 0 || left == 0 ? std::max(own, left) : std::min(own, left);
  }

  // Solves and judges the problem of one pass. Returns the residual [m/s].
  double solve_present() {
    work_.problem.tolerance = std::max(link_.tolerance, work_.accuracy);
    work_.problem.max_iterations = most_iterations();
    const SolveReport report = call_solver(solver_, work_);
    iterations_ += report.iterations;
    work_.report.factorizations += report.factorizations;
    work_.budget.charge(index_, report.iterations, report.factorizations);
    stage_ = report.stage;
    if (report.fault != nullptr) {
      work_.report.fault = report.fault;
    } else if (report.status == CARDAN_NUMERIC) {
      work_.report.fault = solver_.last_error();
    }
    // With compliance on every row a solution exists, so a solver that denies it is wrong.
    if (compliance_ == 0) {
      work_.report.diagnosis = std::max(work_.report.diagnosis, diagnosis(work_, report.status));
    }
    status_ = report.status;
    if (report.discarded) return kInfinity;
    const double residual = judge_present(work_);
    // A failed solver leaves its guess in λ, and INFEASIBLE leaves a certificate there. Both are
    // finite, but they count as an answer only within the tolerance.
    const bool failed = report.status == CARDAN_NUMERIC || report.status == CARDAN_UNSUPPORTED ||
                        report.status == CARDAN_INFEASIBLE;
    return failed && residual > link_.tolerance ? kInfinity : residual;
  }

  int index_;  // of the link in the chain
  const Pairing::Link& link_;
  ContactSolver& solver_;
  double compliance_;  // added by the ladder, as a fraction of A_ii
  IslandWork& work_;
  int status_ = CARDAN_NUMERIC;
  int iterations_ = 0, stage_ = 0;
  bool later_phase_ = false;
};

}  // namespace

Verdict attempt_link(const Pairing& pairing, SolverChain& chain, std::size_t link,
                     double compliance, IslandWork& work) {
  IslandReport& report = work.report;
  const bool faultless = report.fault.empty();
  // The stages of impacts change the base before the first solve.
  if (bounces(work.base)) work.prepared = false;
  ChainAttempt attempt(pairing, chain, link, compliance, work);
  const ImpactOutcome outcome =
      solve_impacts(work.base, pairing.restitution, attempt, work.impacts, work.lambda_C);
  if (outcome.cut_by_budget) work.budget.note_refusal();
  const int status = attempt.status(outcome.residual);
  const bool out_of_iterations = status != CARDAN_SOLVED && attempt.claim() == CARDAN_ITERATIONS;
  const Verdict verdict{outcome.residual,
                        status,
                        attempt.claim(),
                        outcome.scale,
                        outcome.passes,
                        outcome.finished,
                        out_of_iterations || work.budget.has_refused()};
  if (faultless && !report.fault.empty()) report.faulty_solver = static_cast<int>(link);
  report.iterations += attempt.iterations();
  report.add({static_cast<int>(link), verdict.status, attempt.iterations(), attempt.stage(),
              compliance, verdict.residual});
  return verdict;
}

void keep_answer(const Verdict& verdict, std::size_t link, IslandWork& work) {
  Answer& best = work.best;
  best.lambda_C.assign(work.lambda_C.begin(), work.lambda_C.end());
  best.t0.assign(work.impacts.t0.begin(), work.impacts.t0.end());
  best.b.assign(work.impacts.b.begin(), work.impacts.b.end());
  best.shift.assign(work.impacts.shift.begin(), work.impacts.shift.end());
  best.lag_work = work.impacts.lag_work;
  best.pull_work = work.impacts.pull_work;
  best.verdict = verdict;
  best.link = static_cast<int>(link);
  best.passes_converged = work.formulation->converged();
  report_best(work);
}

void report_best(IslandWork& work) {
  const Answer& best = work.best;
  IslandReport& report = work.report;
  report.solver = best.link;
  report.status = best.verdict.status;
  report.residual = best.verdict.residual;
  report.restitution_scale = best.verdict.restitution_scale;
  report.impact_passes = best.verdict.impact_passes;
  report.impacts_finished = best.verdict.impacts_finished;
  report.work_limited = best.verdict.work_limited;
  report.passes_converged = best.passes_converged;
}

double judge_last(IslandWork& work) {
  work.formulation->build(work.base, work.last_pass, work.problem);
  return judge_present(work);
}

bool nothing_reaches(double residual, IslandWork& work) {
  // work.problem already holds pass 0 if there was one pass in one phase of one impact.
  const bool present = work.report.num_attempts == 1 && work.last_pass == 0 &&
                       !bounces(work.base) && work.impacts.b.empty();
  if (!present) work.formulation->build(work.base, 0, work.problem);
  // With λ = 0, u = b. λ, u and z of the answer remain in the work.
  work.no_impulse.assign(work.problem.m(), 0.0);
  return reaches_residual(residual, work.problem.view(), work.no_impulse.data(),
                          work.problem.b.data());
}

}  // namespace cardan
