#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>

#include "cardan/constraint/push_out.h"
#include "cardan/constraint/rows/base_problem.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/sim/step/stages_internal.h"
#include "cardan/solve/closed_forms_internal.h"
#include "cardan/solve/solve_island_internal.h"

namespace cardan {

namespace {

// The collisions before the forces of `acceleration` are no problems of the formulation.
bool captures(const StepData& step) {
  return step.workers.capture && step.rows.rules.level != RowLevel::kCollision;
}

// True: answered.
bool assemble(const WorldModel& world, const WorldState& state, StepData& step, int island) {
  IslandWork& work = *step.islands.works[island];
  assemble_base_problem(step.islands.set[island], step.rows.constraints, step.views.trees,
                        state.memory, step.rows.rules, world.spec.step, work.base);
  if (world.pairing.info.mass_form) compute_mass_form(step.views.trees, work.base);
  name_base(world, state.steps + 1, island, work.base);
  step.islands.flags[island].leaves_overlaps =
      leave_overlaps_to_positions(step.rows.rules, work.base);
  const bool accepted = answer_without_solver(world.pairing, work);
  if (!accepted || captures(step)) prepare_island(work);
  if (step.workers.shadow) step.workers.shadow->copy(island, work.base);
  return accepted;
}

// The base problem and the answer of an island that was answered directly, for the capture and the
// shadow.
void show_direct_answer(const WorldModel& world, const WorldState& state, StepData& step,
                        int island) {
  IslandWork& work = *step.islands.works[island];
  const DirectIsland& record = step.islands.direct[island];
  write_direct_base(row_inputs(world, state, step), record, work.base);
  name_base(world, state.steps + 1, island, work.base);
  prepare_island(work);
  write_direct_answer(record, work);
  if (step.workers.shadow) step.workers.shadow->copy(island, work.base);
}

// True: the island was answered without a base problem, and its tree has its impulse.
bool answer_directly(const WorldModel& world, const WorldState& state, StepData& step, int island) {
  DirectIsland& record = step.islands.direct[island];
  DirectAnswer answer;
  if (!answer_directly(world.pairing, row_inputs(world, state, step), step.islands.set[island],
                       record, answer))
    return false;
  double* z = step.views.z[record.tree];
  for (int i = 0; i < 6; ++i) z[i] += answer.z[i];
  step.islands.solutions[record.contact] = answer.contact;
  step.islands.solutions[record.contact].island = island;
  IslandFlags& flags = step.islands.flags[island];
  flags = {record.residual};
  flags.accepted = flags.answered_directly = flags.warm_startable = flags.nothing_to_report = true;
  flags.has_unilateral_impulse = record.lambda[0] != 0;
  report_direct_answer(record, step.report.islands[island]);
  if (step.workers.shadow || captures(step)) show_direct_answer(world, state, step, island);
  return true;
}

// An impulse that changes v at once.
bool has_unilateral_impulse(const IslandWork& work, const BaseBlock& block) {
  return keeps_gap(block.kind) && work.lambda_C[block.row] != 0;
}

// Nothing of the island is counted in the report.
bool has_nothing_to_report(const IslandReport& report, const BaseProblem& base) {
  return !report.troubled() && report.iterations == 0 && report.restitution_scale == 1 &&
         report.impacts_finished && base.dropped_rows == 0 && base.redundant_rows == 0 &&
         base.capped_friction == 0;
}

// Moves the trees of an island by its answer, and leaves what later stages ask of it.
void take_answer(StepData& step, int island) {
  IslandWork& work = *step.islands.works[island];
  const BaseProblem& base = work.base;
  work.report.lowest_tree = step.islands.set[island].trees.front();
  step.report.islands[island] = work.report;
  add_impulses(base, work.z.data(), step.views.z);
  IslandFlags& flags = step.islands.flags[island];
  flags.residual = work.report.residual;
  flags.nothing_to_report = has_nothing_to_report(work.report, base);
  flags.answered_directly = flags.has_unilateral_impulse = false;
  flags.warm_startable = work.report.solver >= 0;
  flags.has_other_rows = static_cast<int>(base.blocks.size()) > base.num_contacts;
  if (base.dropped_rows > 0) {
    for (const int contact : step.islands.set[island].contacts)
      step.islands.solutions[contact] = {};
  }
  for (const BaseBlock& block : base.blocks) {
    flags.has_unilateral_impulse |= has_unilateral_impulse(work, block);
    if (block.kind != BaseBlockKind::kContact) continue;
    ContactAnswer& answer = step.islands.solutions[block.constraint];
    answer = contact_answer(base, block, step.rows.constraints.contacts[block.constraint],
                            work.lambda_C.data(), work.u_C.data());
    answer.island = island;
  }
}

// A plugin that misbehaved, by its id and by the lowest model of the island it failed on.
void name_fault(const WorldModel& world, StepData& step, const IslandReport& island) {
  step.report.messages.push_back("solver '" + world.pairing.chain[island.faulty_solver].spec.id +
                                 "' at the island of model '" +
                                 world.tree(island.lowest_tree).name + "': " + island.fault);
}

// A rigid problem without a solution: what was found, what was done instead, and how to mend it.
void name_jam(const WorldModel& world, StepData& step, const IslandReport& island) {
  const bool proven = island.diagnosis == CARDAN_INFEASIBLE;
  std::string text = "the island of model '" + world.tree(island.lowest_tree).name + "' ";
  text.append(proven ? "has no rigid solution (INFEASIBLE, proven by a self-stress)"
                     : "has no rigid solution that was found (JAMMED)");
  char compliance[32];
  std::snprintf(compliance, sizeof compliance, "%g", island.added_compliance);
  text.append(": answered with a compliance of ").append(compliance);
  text.append(
      " of A_ii; give its materials compliance or stiffness, or keep their surfaces from "
      "closing in");
  step.report.messages.push_back(text);
}

// An answer that loses more of its impulses is named, not only counted.
constexpr double kNamedShare = 0.9;

void name_energy(const WorldModel& world, StepData& step, const IslandReport& island) {
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.3g", 100 * island.energy_share);
  step.report.messages.push_back(
      "the approximate answer of the island of model '" + world.tree(island.lowest_tree).name +
      "' would have added energy: " + percent + " % of its impulses were taken");
}

// Forces that obey Coulomb's law do not exist for every state of rigid bodies [Painlevé 1895].
void name_missing_force(const WorldModel& world, StepData& step, const IslandReport& island) {
  step.report.messages.push_back(
      "island of model '" + world.tree(island.lowest_tree).name +
      "': no contact forces with sliding friction exist (Painleve), status JAMMED; an impulse "
      "stopped the slip");
}

void add_collisions(const CollisionOutcome& outcome, StepReport& report) {
  report.collisions = outcome.islands;
  report.add(outcome.counts);
}

// Counts an island whose flags say that there is something to report.
void count_island(const WorldModel& world, StepData& step, int i) {
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
  report.dropped_rows += base.dropped_rows;
  report.redundant_rows += base.redundant_rows;
  report.capped_friction += base.capped_friction;
  report.guarded_restitution += island.restitution_scale < 1;
  report.unfinished_impacts += !island.impacts_finished;
  report.energy_limited_islands += island.energy_share < 1;
  if (island.energy_share < kNamedShare) name_energy(world, step, island);
  if (!island.fault.empty()) name_fault(world, step, island);
  if (island.diagnosis != 0 && island.added_compliance > 0) name_jam(world, step, island);
  if (island.law_relaxed && island.solver >= 0) name_missing_force(world, step, island);
}

void write_report(const WorldModel& world, StepData& step) {
  StepReport& report = step.report;
  // The stages of a Runge-Kutta step add up.
  const bool first = step.runge_kutta_stage == 0;
  if (first) clear_counts(report);
  report.called_islands += static_cast<int>(step.islands.unsolved.size());
  for (int i = 0; i < step.islands.size(); ++i) {
    report.worst_residual = std::max(report.worst_residual, step.islands.flags[i].residual);
    if (!step.islands.flags[i].nothing_to_report) count_island(world, step, i);
  }
  if (first) add_collisions(step.collision_outcome, report);
}

}  // namespace

RowInputs row_inputs(const WorldModel& world, const WorldState& state, const StepData& step) {
  return {step.rows.constraints, step.views.trees, state.memory, step.rows.rules, world.spec.step};
}

void name_base(const WorldModel& world, std::int64_t number, int island, BaseProblem& base) {
  base.id = (static_cast<std::uint64_t>(number) << 20) | static_cast<std::uint64_t>(island);
  base.tolerance = world.pairing.chain.front().tolerance;
}

void clear_counts(StepReport& report) {
  static_cast<IslandCounts&>(report) = {};
  report.unsettled_islands = 0;
  report.dropped_rows = report.capped_friction = report.redundant_rows = 0;
  report.stuck_models = 0;
  report.stuck_message = -1;
}

void solve_islands(const WorldModel& world, const WorldState& state, StepData& step) {
  const int count = step.islands.size();
  if (step.workers.shadow) step.workers.shadow->make_room(count);
  step.islands.flags.resize(static_cast<std::size_t>(count));
  step.islands.direct.resize(static_cast<std::size_t>(count));
  step.report.islands.resize(static_cast<std::size_t>(count));
  // Islands share no tree: each writes its own z.
  step.workers.pool.for_each(count, [&](int i, int) {
    if (answer_directly(world, state, step, i)) return;
    step.islands.flags[i].accepted = assemble(world, state, step, i);
    if (step.islands.flags[i].accepted) take_answer(step, i);
  });
  step.islands.unsolved.clear();
  for (int i = 0; i < count; ++i) {
    if (step.islands.flags[i].accepted) continue;
    step.islands.unsolved.push_back(i);
    reserve_for(*step.islands.works[i], step.workers.chains);
  }
  if (step.workers.shadow) {
    for (int i = 0; i < count; ++i) step.workers.shadow->reserve(i);
  }
  if (captures(step))
    step.workers.capture->copy(state.steps, step.islands.works, count, world.pairing);
  step.workers.pool.for_each(
      static_cast<int>(step.islands.unsolved.size()), [&](int k, int worker) {
        const int island = step.islands.unsolved[k];
        solve_island(world.pairing, step.workers.chains[worker], *step.islands.works[island]);
        take_answer(step, island);
      });
  if (step.workers.shadow) {
    step.workers.pool.for_each(count,
                               [&](int i, int worker) { step.workers.shadow->solve(i, worker); });
    step.workers.shadow->compare(step.islands.works, count, step.report.shadow);
  }
  write_report(world, step);
  if (captures(step)) step.workers.capture->write(world, state, step);
}

namespace {

// Whether the effort of a law in M̂ may pass its bound, where v changes by velocity_change.
bool is_near_saturation(const ModelRef& model, double h) {
  const JointLaws laws = model.state.laws();
  Eigen::ArrayXd& q = model.work.joint_q;
  model.setup.joints.positions(model.state.q(), q);
  for (int i = 0; i < model.setup.kernel_skeleton->nv(); ++i) {
    const double lag = laws.velocity()[i] - (model.state.v()[i] + model.work.velocity_change[i]);
    const double effort = pd_effort(laws.kp()[i], laws.kd()[i], laws.target()[i] - q[i], lag, h);
    if (std::abs(effort) > laws.max_effort()[i]) return true;
  }
  return false;
}

// Those that do become rows. True: some did.
bool make_rows_of_saturated(const ModelRef& model, double h) {
  bool any = false;
  const JointLaws laws = model.state.laws();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    PdLaw pd = laws[i];
    if (!pd.in_mass_matrix()) continue;
    const double lag = pd.velocity - (model.state.v()[i] + model.work.velocity_change[i]);
    const double q =
        model.state.q()[model.setup.kernel_skeleton->single_q_index(static_cast<int>(i))];
    if (std::abs(pd_effort(pd.kp, pd.kd, pd.target - q, lag, h)) <= pd.max_effort) continue;
    pd.as_row = true;
    laws.set(i, pd);
    any = true;
  }
  return any;
}

}  // namespace

bool promote_saturated_motors(const WorldModel& world, WorldState& state, StepData& step) {
  std::atomic<bool> promoted = false;
  const double h = world.spec.step;
  step.workers.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable || model.state.asleep() || model.setup.has_bare_joints) return;
    if (!model.state.laws().bounded()) return;
    model.work.velocity_change = model.work.z;
    unwhiten(*model.setup.kernel_skeleton, *model.work.data, model.work.velocity_change.data());
    model.work.change_known = true;
    if (is_near_saturation(model, h) && make_rows_of_saturated(model, h)) promoted = true;
  });
  return promoted;
}

}  // namespace cardan
