#include <algorithm>
#include <array>
#include <cmath>

#include "sim/solve/chain_attempt.h"
#include "sim/solve/last_resort.h"
#include "sim/solve/residual_of_change.h"

namespace cardan {

namespace {

// Fractions of A_ii added to S, in order.
constexpr std::array<double, 5> kRungs = {1e-10, 1e-8, 1e-6, 1e-4, kLastResortCompliance};

class Ladder {
 public:
  Ladder(const Pairing& pairing, SolverChain& chain, IslandWork& work)
      : pairing_(pairing), chain_(chain), work_(work) {
    work_.rigid_S = work_.base.S;
    work_.rigid_b = work_.base.b;
  }

  bool climb() {
    constexpr std::size_t kTop = kRungs.size() - 1;
    // If there is provably no rigid solution, a low rung is not close to a solution either.
    // The top rung is the easiest to solve. Once the budget is spent, only the top rung is tried.
    work_.budget.forget_refusal();
    std::size_t rung =
        work_.report.diagnosis == CARDAN_INFEASIBLE || work_.budget.refuses() ? kTop : 0;
    bool skipped = rung == kTop;  // the rung below the top
    while (rung <= kTop && !solve(kRungs[rung])) {
      skipped |= rung + 1 < kTop && work_.budget.refuses();
      rung = skipped && rung < kTop ? kTop : rung + 1;
    }
    bool answered = rung <= kTop;
    bool near = answered && give(kRungs[rung]) <= kNearSolution;
    if (answered && !near && rung < kTop) answered = resolve_far(rung, near);
    if (answered) {
      keep_answer(verdict_, link_, work_);
      take_over(kRungs[rung], near);
      work_.report.work_limited |= work_.budget.has_refused();
      if (skipped && !near && work_.report.diagnosis == 0) diagnose_top();
    }
    restore();
    return answered;
  }

 private:
  void restore() {
    work_.base.S = work_.rigid_S;
    work_.base.b = work_.rigid_b;
  }

  void soften(double compliance) {
    for (int i = 0; i < work_.base.m(); ++i) {
      work_.base.S[i] = work_.rigid_S[i] + compliance * work_.base.A_diag[i];
    }
  }

  // The first solver of the chain that solves the island with this compliance.
  bool solve(double compliance) {
    soften(compliance);
    for (link_ = 0; link_ < pairing_.chain.size(); ++link_) {
      if (!chain_.usable[link_]) continue;
      verdict_ = attempt_link(pairing_, chain_, link_, compliance, work_);
      if (verdict_.status == CARDAN_SOLVED) return true;
    }
    return false;
  }

  // Chooses the rung if the answer is far from a rigid solution. If a rigid solution exists, the
  // impulses converge with decreasing compliance c, and this rung is the nearest to it. If none
  // exists, they grow as 1/c, and the top rung keeps them small.
  bool resolve_far(std::size_t& rung, bool& near) {
    const double low = kRungs[rung], top = kRungs.back();
    const double low_give = give(low);
    if (solve(top)) {
      if (work_.report.diagnosis == 0) compare_with_top(low, low_give, give(top));
      if (work_.report.diagnosis != 0 || work_.budget.refuses()) {
        rung = kRungs.size() - 1;
        return true;
      }
    }
    near = true;
    return solve(low);
  }

  // Diagnoses the answer of the top rung if the budget left no other: also solves the rung below,
  // whose answer is not used.
  void diagnose_top() {
    const double low = kRungs[kRungs.size() - 2], top_give = give(kRungs.back());
    if (solve(low)) compare_with_top(low, give(low), top_give);
  }

  void compare_with_top(double low, double low_give, double top_give) {
    if (low_give > top_give * std::sqrt(low / kRungs.back()))
      work_.report.diagnosis = CARDAN_JAMMED;
  }

  // Distance of the current λ_C from the rigid law: the velocity due to the compliance [m/s]. It
  // includes impulses of earlier phases and impacts, which were computed with the compliance.
  double give(double compliance) const {
    double most = 0;
    for (int i = 0; i < work_.base.m(); ++i) {
      most = std::max(most, compliance * work_.base.A_diag[i] * std::abs(work_.lambda_C[i]));
    }
    return most;
  }

  // Largest increase of the residual of a block by the compliance [m/s].
  double residual_of_give(double compliance) const {
    const auto give = [&](int row) {
      return compliance * work_.base.A_diag[row] * work_.lambda_C[row];
    };
    double worst = 0;
    for (const BaseBlock& block : work_.base.blocks)
      worst = std::max(worst, residual_of_change(block, give));
    return worst;
  }

  // Reports an answer with this compliance, after removing as much of the compliance as possible.
  void take_over(double compliance, bool near) {
    IslandReport& report = work_.report;
    report.added_compliance = compliance;
    if (bounces(work_.base) || !work_.best.b.empty()) {
      report.residual += residual_of_give(compliance);
    } else {
      report.residual = near ? take_out(compliance) : judge_rigid();
    }
    if (report.residual <= pairing_.chain[link_].tolerance) {
      report.added_compliance = 0;
    } else {
      report.status = CARDAN_APPROXIMATE;
    }
  }

  double judge_rigid() {
    restore();
    return judge_last(work_);
  }

  // Proximal passes λ ← solve(A + C, b − C λ), which converge to a solution without C. Returns the
  // residual without C of the last kept answer [m/s].
  double take_out(double compliance) {
    constexpr int kMaxPasses = 3;
    double residual = judge_rigid();
    for (int pass = 0; pass < kMaxPasses && residual > pairing_.chain[link_].tolerance; ++pass) {
      if (work_.budget.refuses()) break;
      soften(compliance);
      for (int i = 0; i < work_.base.m(); ++i) {
        const double added = compliance * work_.base.A_diag[i];
        work_.base.b[i] = work_.rigid_b[i] - added * work_.best.lambda_C[i];
      }
      const Verdict verdict = attempt_link(pairing_, chain_, link_, compliance, work_);
      if (verdict.status != CARDAN_SOLVED) break;
      const double now = judge_rigid();
      if (!(now < residual)) break;
      keep_answer(verdict, link_, work_);
      residual = now;
    }
    return residual;
  }

  const Pairing& pairing_;
  SolverChain& chain_;
  IslandWork& work_;
  std::size_t link_ = 0;
  Verdict verdict_;
};

}  // namespace

bool climb_compliance_ladder(const Pairing& pairing, SolverChain& chain, IslandWork& work) {
  work.accuracy = 0;  // the rungs are solved exactly
  return Ladder(pairing, chain, work).climb();
}

}  // namespace cardan
