#include "sim/solve/shadow.h"

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "constraint/compatibility.h"
#include "sim/solve/solve_island.h"

namespace cardan {

namespace {

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

}  // namespace

ShadowSolve::ShadowSolve(const SolverSpec& solver, StabilizationKind stabilization,
                         const Pairing& main, const SolverRegistry& registry, int workers) {
  const std::string unfit = why_unfit(main.info, registry.require(solver.id));
  if (!unfit.empty()) {
    throw Error("the shadow solver '" + solver.id + "' does not support formulation '" +
                    main.formulation.id + "': " + unfit,
                "contact.shadow", "choose a compatible solver; see cardan solvers");
  }
  pairing_ = make_pairing({main.formulation, solver, main.restitution, stabilization}, registry,
                          main.traits);
  for (int worker = 0; worker < workers; ++worker) chains_.push_back(make_chain(pairing_));
}

void ShadowSolve::make_room(int islands) {
  while (static_cast<int>(works_.size()) < islands) {
    works_.push_back(std::make_unique<IslandWork>());
    works_.back()->formulation = make_formulation(pairing_);
  }
}

void ShadowSolve::copy(int island, const BaseProblem& base) {
  IslandWork& work = *works_[island];
  work.base = base;
  work.base.tolerance = pairing_.chain.front().tolerance;
  prepare_island(work);
}

void ShadowSolve::reserve(int island) { reserve_for(*works_[island], chains_); }

void ShadowSolve::solve(int island, int worker) {
  solve_island(pairing_, chains_[worker], *works_[island]);
}

void ShadowSolve::compare(const std::vector<std::unique_ptr<IslandWork>>& answers, int islands,
                          ShadowReport& report) const {
  report = ShadowReport{};
  report.islands = islands;
  for (int i = 0; i < islands; ++i) {
    const IslandWork &shadow = *works_[i], &main = *answers[i];
    report.solved += shadow.report.status == CARDAN_SOLVED;
    report.iterations += shadow.report.iterations;
    report.fallbacks += shadow.report.fallbacks;
    report.worst_residual = std::max(report.worst_residual, shadow.report.residual);
    report.impulse_difference =
        std::max(report.impulse_difference, largest_difference(shadow.lambda_C, main.lambda_C));
    const double velocity = largest_difference(shadow.u_C, main.u_C);
    if (velocity > report.velocity_difference || report.worst_island < 0) {
      report.velocity_difference = velocity;
      report.worst_island = i;
    }
  }
}

}  // namespace cardan
