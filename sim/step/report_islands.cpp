#include <algorithm>

#include "cardan/step_fields.h"
#include "core/number_text.h"
#include "sim/solve/solve_island.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Reports a plugin that misbehaved, with its id and the lowest model of the island on which it
// failed.
void name_fault(const WorldModel& world, StepData& step, const IslandReport& island) {
  step.report.messages.push_back("solver '" + world.pairing.chain[island.faulty_solver].spec.id +
                                 "' at the island of model '" +
                                 world.tree(island.lowest_tree).name + "': " + island.fault);
}

// Reports a rigid problem without a solution: the finding, what was done instead, and a remedy.
void name_jam(const WorldModel& world, StepData& step, const IslandReport& island) {
  const bool proven = island.diagnosis == CARDAN_INFEASIBLE;
  std::string text = "the island of model '" + world.tree(island.lowest_tree).name + "' ";
  text.append(proven ? "has no rigid solution (INFEASIBLE, proven by a self-stress)"
                     : "has no rigid solution that was found (JAMMED)");
  text.append(": solved with a compliance of ").append(number_text(island.added_compliance));
  text.append(
      " of A_ii; give its materials compliance or stiffness, or stop the motion of their "
      "surfaces towards each other");
  step.report.messages.push_back(text);
}

// An answer whose impulses are scaled down is reported in a message and not only counted.
constexpr double kNamedShare = 0.9;

void name_energy(const WorldModel& world, StepData& step, const IslandReport& island) {
  step.report.messages.push_back(
      "the approximate answer of the island of model '" + world.tree(island.lowest_tree).name +
      "' would have added energy: " + number_text(100 * island.energy_share, 3) +
      " % of its impulses were taken");
}

// Forces that obey Coulomb's law do not exist for every state of rigid bodies [Painlevé 1895].
void name_missing_force(const WorldModel& world, StepData& step, const IslandReport& island) {
  step.report.messages.push_back(
      "island of model '" + world.tree(island.lowest_tree).name +
      "': no contact forces with sliding friction exist (Painleve), status JAMMED; an impulse "
      "stopped the slip");
}

void add_collisions(const CollisionOutcome& outcome, StepReport& report) {
  if (outcome.islands == 0) return;
  StepFigures sum;
  static_cast<IslandCounts&>(sum) = outcome.counts;
  sum.collisions = outcome.islands;
  add_step(report, sum);
  static_cast<StepFigures&>(report) = sum;
}

// Counts an island whose flags say that there is something to report.
void count_island(StepData& step, int i) {
  StepReport& report = step.report;
  const IslandReport& island = report.islands[static_cast<std::size_t>(i)];
  const BaseProblem& base = step.islands.works[i]->base;
  report.failed_islands += island.solver < 0;
  report.approximate_islands += island.solver >= 0 && island.status != 0;
  report.work_limited_islands += island.solver >= 0 && island.work_limited;
  report.budget_islands += ended_at_own_limit(*step.islands.works[i]);
  report.unsettled_islands += !island.passes_converged;
  report.fallbacks += island.fallbacks;
  report.iterations += island.iterations;
  report.factorizations += island.factorizations;
  report.dropped_rows += base.dropped_rows;
  report.redundant_rows += base.redundant_rows;
  report.capped_friction += base.capped_friction;
  report.guarded_restitution += island.restitution_scale < 1;
  report.unfinished_impacts += !island.impacts_finished;
  report.energy_limited_islands += island.energy_share < 1;
}

void name_troubles(const WorldModel& world, StepData& step, const IslandReport& island) {
  if (island.energy_share < kNamedShare) name_energy(world, step, island);
  if (!island.fault.empty()) name_fault(world, step, island);
  if (island.diagnosis != 0 && island.added_compliance > 0) name_jam(world, step, island);
  if (island.law_relaxed && island.solver >= 0) name_missing_force(world, step, island);
}

}  // namespace

void clear_counts(StepReport& report) {
  static_cast<IslandCounts&>(report) = {};
  report.unsettled_islands = report.collisions = 0;
  report.dropped_rows = report.capped_friction = report.redundant_rows = 0;
  report.stuck_models = 0;
  report.stuck_message = -1;
}

void count_islands(StepData& step) {
  StepReport& report = step.report;
  // The counts of the stages of a Runge–Kutta step are added up.
  const bool first = step.runge_kutta_stage == 0;
  if (first) clear_counts(report);
  for (int i = 0; i < step.islands.size(); ++i) {
    report.called_islands += !step.islands.flags[i].accepted;
    report.worst_residual = std::max(report.worst_residual, step.islands.flags[i].residual);
    if (!step.islands.flags[i].nothing_to_report) count_island(step, i);
  }
  if (first) add_collisions(step.collision_outcome, report);
}

void name_island_troubles(const WorldModel& world, StepData& step) {
  for (int i = 0; i < step.islands.size(); ++i) {
    if (step.islands.flags[i].nothing_to_report) continue;
    name_troubles(world, step, step.report.islands[static_cast<std::size_t>(i)]);
  }
}

}  // namespace cardan
