#include <algorithm>
#include <cmath>
#include <new>

#include "cardan/constraint/residual.h"
#include "cardan/solve/chain_attempt_internal.h"
#include "cardan/solve/solver_call_internal.h"

namespace cardan {

namespace {

bool all_finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

// The judge on the present problem: u is recomputed here, never taken from the solver.
double judge_present(IslandWork& work) {
  if (!all_finite(work.lambda)) return kInfinity;
  work.z.resize(std::max(work.problem.Y.cols, 1));
  const cardan_problem view = work.problem.view();
  compute_velocity(view, work.lambda.data(), work.z.data(), work.u.data());
  return judge(view, work.lambda.data(), work.u.data()).value;
}

// INFEASIBLE is a proof: without a certificate that holds it is a jam.
int diagnosis(IslandWork& work, int status) {
  if (status == CARDAN_INFEASIBLE && all_finite(work.lambda) &&
      certificate_holds(work.problem.view(), work.lambda.data())) {
    return CARDAN_INFEASIBLE;
  }
  return status == CARDAN_JAMMED || status == CARDAN_INFEASIBLE ? CARDAN_JAMMED : 0;
}

// Runs all passes of a formulation with one solver, as often as a restitution law asks.
class ChainAttempt final : public PhaseSolver {
 public:
  ChainAttempt(const Pairing::Link& link, ContactSolver& solver, double compliance,
               IslandWork& work)
      : link_(link), solver_(solver), compliance_(compliance), work_(work) {}

  // A step does not throw: memory that is missing makes a failed attempt.
  double solve(double* lambda_C) override {
    try {
      return solve_passes(lambda_C);
    } catch (const std::bad_alloc&) {
      work_.report.fault = "there is no memory to solve the island";
      work_.prepared = false;
      later_phase_ = true;
      return kInfinity;
    }
  }

  bool exhausted() override { return work_.budget.refuses(); }

  int iterations() const { return iterations_; }
  int stage() const { return stage_; }
  int claim() const { return status_; }

  // Success is what the judge says.
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
      if (jammed && residual > link_.tolerance && work_.formulation->relent(work_.base)) {
        work_.report.relented = true;
        continue;
      }
      if (!std::isfinite(residual)) return residual;
      if (work_.formulation->absorb(work_.base, work_.problem, pass, work_.lambda.data(),
                                    lambda_C)) {
        break;
      }
      if (exhausted()) break;
    }
    later_phase_ = true;
    return residual;
  }

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
    iterations_ += report.iterations;
    work_.budget.charge(work_.problem.m(), report.iterations);
    stage_ = report.stage;
    if (report.fault != nullptr) {
      work_.report.fault = report.fault;
    } else if (report.status == CARDAN_NUMERIC) {
      work_.report.fault = solver_.last_error();
    }
    // With compliance on every row there is a solution: a solver that denies it is wrong.
    if (compliance_ == 0) {
      work_.report.diagnosis = std::max(work_.report.diagnosis, diagnosis(work_, report.status));
    }
    status_ = report.status;
    if (report.discarded) return kInfinity;
    const double residual = judge_present(work_);
    // A solver that failed leaves its guess behind: finite, but no answer unless the judge takes
    // it. So is the certificate that INFEASIBLE leaves in λ: it is never an impulse.
    const bool failed = report.status == CARDAN_NUMERIC || report.status == CARDAN_UNSUPPORTED ||
                        report.status == CARDAN_INFEASIBLE;
    return failed && residual > link_.tolerance ? kInfinity : residual;
  }

  const Pairing::Link& link_;
  ContactSolver& solver_;
  double compliance_;  // that the ladder has added, as a fraction of A_ii
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
  ChainAttempt attempt(pairing.chain[link], chain.solvers[link], compliance, work);
  const ImpactOutcome outcome =
      solve_impacts(work.base, pairing.restitution, attempt, work.impacts, work.lambda_C);
  const int status = attempt.status(outcome.residual);
  const bool out_of_iterations = status != CARDAN_SOLVED && attempt.claim() == CARDAN_ITERATIONS;
  const Verdict verdict{outcome.residual,
                        status,
                        attempt.claim(),
                        outcome.scale,
                        outcome.passes,
                        outcome.finished,
                        out_of_iterations || work.budget.met()};
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
  best.verdict = verdict;
  best.link = static_cast<int>(link);
  best.settled = work.formulation->settled();
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
  report.settled = best.settled;
}

double judge_last(IslandWork& work) {
  work.formulation->build(work.base, work.last_pass, work.problem);
  return judge_present(work);
}

bool nothing_reaches(double residual, IslandWork& work) {
  // The present problem is that pass itself where there was one pass in one phase of one impact.
  const bool present = work.report.num_attempts == 1 && work.last_pass == 0 &&
                       !bounces(work.base) && work.impacts.b.empty();
  if (!present) work.formulation->build(work.base, 0, work.problem);
  // u = b: no product, and λ, u and z of the answer stay.
  work.no_impulse.assign(work.problem.m(), 0.0);
  return reaches_residual(residual, work.problem.view(), work.no_impulse.data(),
                          work.problem.b.data());
}

}  // namespace cardan
