#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/push_out.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/sim/step/stages_internal.h"
#include "cardan/solve/closed_forms_internal.h"
#include "cardan/solve/solve_island_internal.h"

namespace cardan {

namespace {

// The collisions before the forces of `acceleration` are no problems of the formulation.
bool captures(const World::Impl& world) {
  return world.capture && world.rules.level != RowLevel::kCollision;
}

// True: answered.
bool assemble(World::Impl& world, int island) {
  IslandWork& work = *world.works[island];
  assemble_base_problem(world.islands[island], world.constraints, world.tree_views, world.memory,
                        world.rules, world.spec.step, work.base);
  if (world.pairing.info.mass_form) compute_mass_form(world.tree_views, work.base);
  name_base(world, world.steps + 1, island, work.base);
  world.flags[island].leaves_overlaps = leave_overlaps_to_positions(world.rules, work.base);
  const bool accepted = answer_without_solver(world.pairing, work);
  if (!accepted || captures(world)) prepare_island(work);
  if (world.shadow) world.shadow->copy(island, work.base);
  return accepted;
}

// The base problem and the answer of an island that was answered directly, for the capture and the
// shadow.
void show_direct_answer(World::Impl& world, int island) {
  IslandWork& work = *world.works[island];
  const DirectIsland& record = world.direct_islands[island];
  write_direct_base(row_inputs(world), record, work.base);
  name_base(world, world.steps + 1, island, work.base);
  prepare_island(work);
  write_direct_answer(record, work);
  if (world.shadow) world.shadow->copy(island, work.base);
}

// True: the island was answered without a base problem, and its tree has its impulse.
bool answer_directly(World::Impl& world, int island) {
  DirectIsland& record = world.direct_islands[island];
  DirectAnswer answer;
  if (!answer_directly(world.pairing, row_inputs(world), world.islands[island], record, answer))
    return false;
  double* z = world.z_of_tree[record.tree];
  for (int i = 0; i < 6; ++i) z[i] += answer.z[i];
  world.solutions[record.contact] = answer.contact;
  world.solutions[record.contact].island = island;
  IslandFlags& flags = world.flags[island];
  flags = {record.residual};
  flags.accepted = flags.answered_directly = flags.warm_startable = flags.nothing_to_report = true;
  flags.has_unilateral_impulse = record.lambda[0] != 0;
  report_direct_answer(record, world.report.islands[island]);
  if (world.shadow || captures(world)) show_direct_answer(world, island);
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
void take_answer(World::Impl& world, int island) {
  IslandWork& work = *world.works[island];
  const BaseProblem& base = work.base;
  work.report.lowest_tree = world.islands[island].trees.front();
  world.report.islands[island] = work.report;
  add_impulses(base, work.z.data(), world.z_of_tree);
  IslandFlags& flags = world.flags[island];
  flags.residual = work.report.residual;
  flags.nothing_to_report = has_nothing_to_report(work.report, base);
  flags.answered_directly = flags.has_unilateral_impulse = false;
  flags.warm_startable = work.report.solver >= 0;
  flags.has_other_rows = static_cast<int>(base.blocks.size()) > base.num_contacts;
  if (base.dropped_rows > 0) {
    for (const int contact : world.islands[island].contacts) world.solutions[contact] = {};
  }
  for (const BaseBlock& block : base.blocks) {
    flags.has_unilateral_impulse |= has_unilateral_impulse(work, block);
    if (block.kind != BaseBlockKind::kContact) continue;
    ContactAnswer& answer = world.solutions[block.constraint];
    answer = contact_answer(base, block, world.constraints.contacts[block.constraint],
                            work.lambda_C.data(), work.u_C.data());
    answer.island = island;
  }
}

// A plugin that misbehaved, by its id and by the lowest model of the island it failed on.
void name_fault(World::Impl& world, const IslandReport& island) {
  world.report.messages.push_back("solver '" + world.pairing.chain[island.faulty_solver].spec.id +
                                  "' at the island of model '" +
                                  world.trees[island.lowest_tree]->name + "': " + island.fault);
}

// A rigid problem without a solution: what was found, what was done instead, and how to mend it.
void name_jam(World::Impl& world, const IslandReport& island) {
  const bool proven = island.diagnosis == CARDAN_INFEASIBLE;
  std::string text = "the island of model '" + world.trees[island.lowest_tree]->name + "' ";
  text.append(proven ? "has no rigid solution (INFEASIBLE, proven by a self-stress)"
                     : "has no rigid solution that was found (JAMMED)");
  char compliance[32];
  std::snprintf(compliance, sizeof compliance, "%g", island.added_compliance);
  text.append(": answered with a compliance of ").append(compliance);
  text.append(
      " of A_ii; give its materials compliance or stiffness, or keep their surfaces from "
      "closing in");
  world.report.messages.push_back(text);
}

// An answer that loses more of its impulses is named, not only counted.
constexpr double kNamedShare = 0.9;

void name_energy(World::Impl& world, const IslandReport& island) {
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.3g", 100 * island.energy_share);
  world.report.messages.push_back(
      "the approximate answer of the island of model '" + world.trees[island.lowest_tree]->name +
      "' would have added energy: " + percent + " % of its impulses were taken");
}

// Forces that obey Coulomb's law do not exist for every state of rigid bodies [Painlevé 1895].
void name_missing_force(World::Impl& world, const IslandReport& island) {
  world.report.messages.push_back(
      "island of model '" + world.trees[island.lowest_tree]->name +
      "': no contact forces with sliding friction exist (Painleve), status JAMMED; an impulse "
      "stopped the slip");
}

void add_collisions(const CollisionOutcome& outcome, StepReport& report) {
  report.collisions = outcome.islands;
  report.add(outcome.counts);
}

// Counts an island whose flags say that there is something to report.
void count_island(World::Impl& world, int i) {
  StepReport& report = world.report;
  const IslandReport& island = report.islands[static_cast<std::size_t>(i)];
  const BaseProblem& base = world.works[i]->base;
  report.failed_islands += island.solver < 0;
  report.approximate_islands += island.solver >= 0 && island.status != 0;
  report.work_limited_islands += island.solver >= 0 && island.work_limited;
  report.budget_islands += ended_at_own_limit(*world.works[i]);
  report.unsettled_islands += !island.settled;
  report.fallbacks += island.fallbacks;
  report.iterations += island.iterations;
  report.dropped_rows += base.dropped_rows;
  report.redundant_rows += base.redundant_rows;
  report.capped_friction += base.capped_friction;
  report.guarded_restitution += island.restitution_scale < 1;
  report.unfinished_impacts += !island.impacts_finished;
  report.energy_limited_islands += island.energy_share < 1;
  if (island.energy_share < kNamedShare) name_energy(world, island);
  if (!island.fault.empty()) name_fault(world, island);
  if (island.diagnosis != 0 && island.added_compliance > 0) name_jam(world, island);
  if (island.relented && island.solver >= 0) name_missing_force(world, island);
}

void write_report(World::Impl& world) {
  StepReport& report = world.report;
  // The stages of a Runge-Kutta step add up.
  const bool first = world.runge_kutta_stage == 0;
  if (first) clear_counts(report);
  report.called_islands += static_cast<int>(world.unsolved.size());
  for (int i = 0; i < world.islands.size(); ++i) {
    report.worst_residual = std::max(report.worst_residual, world.flags[i].residual);
    if (!world.flags[i].nothing_to_report) count_island(world, i);
  }
  if (first) add_collisions(world.collision_outcome, report);
}

}  // namespace

RowInputs row_inputs(const World::Impl& world) {
  return {world.constraints, world.tree_views, world.memory, world.rules, world.spec.step};
}

void name_base(const World::Impl& world, std::int64_t step, int island, BaseProblem& base) {
  base.id = (static_cast<std::uint64_t>(step) << 20) | static_cast<std::uint64_t>(island);
  base.tolerance = world.pairing.chain.front().tolerance;
}

void clear_counts(StepReport& report) {
  static_cast<IslandCounts&>(report) = {};
  report.unsettled_islands = 0;
  report.dropped_rows = report.capped_friction = report.redundant_rows = 0;
  report.stuck_models = 0;
  report.stuck_message = -1;
}

void solve_islands(World::Impl& world) {
  const int count = world.islands.size();
  if (world.shadow) world.shadow->make_room(count);
  world.flags.resize(static_cast<std::size_t>(count));
  world.direct_islands.resize(static_cast<std::size_t>(count));
  world.report.islands.resize(static_cast<std::size_t>(count));
  // Islands share no tree: each writes its own z.
  world.pool.for_each(count, [&](int i, int) {
    if (answer_directly(world, i)) return;
    world.flags[i].accepted = assemble(world, i);
    if (world.flags[i].accepted) take_answer(world, i);
  });
  world.unsolved.clear();
  for (int i = 0; i < count; ++i) {
    if (world.flags[i].accepted) continue;
    world.unsolved.push_back(i);
    reserve_for(*world.works[i], world.chains);
  }
  if (world.shadow) {
    for (int i = 0; i < count; ++i) world.shadow->reserve(i);
  }
  if (captures(world)) world.capture->copy(world.steps, world.works, count, world.pairing);
  world.pool.for_each(static_cast<int>(world.unsolved.size()), [&](int k, int worker) {
    const int island = world.unsolved[k];
    solve_island(world.pairing, world.chains[worker], *world.works[island]);
    take_answer(world, island);
  });
  if (world.shadow) {
    world.pool.for_each(count, [&](int i, int worker) { world.shadow->solve(i, worker); });
    world.shadow->compare(world.works, count, world.report.shadow);
  }
  write_report(world);
  if (captures(world)) world.capture->write(world);
}

namespace {

// Whether the effort of a law in M̂ may pass its bound, where v changes by `diagonal`.
bool is_near_saturation(Model::Impl& model, double h) {
  JointLaws& laws = model.laws;
  const Eigen::ArrayXd& q = laws.positions(model.state.q);
  for (int i = 0; i < model.kernel_skeleton->nv(); ++i) {
    const double lag = laws.velocity[i] - (model.state.v[i] + model.diagonal[i]);
    const double effort = pd_effort(laws.kp[i], laws.kd[i], laws.target[i] - q[i], lag, h);
    if (std::abs(effort) > laws.max_effort[i]) return true;
  }
  return false;
}

// Those that do become rows. True: some did.
bool make_rows_of_saturated(Model::Impl& model, double h) {
  bool any = false;
  for (std::size_t i = 0; i < model.laws.size(); ++i) {
    PdLaw pd = model.laws[i];
    if (!pd.in_mass_matrix()) continue;
    const double lag = pd.velocity - (model.state.v[i] + model.diagonal[i]);
    const double q = model.state.q[model.kernel_skeleton->single_q_index(static_cast<int>(i))];
    if (std::abs(pd_effort(pd.kp, pd.kd, pd.target - q, lag, h)) <= pd.max_effort) continue;
    pd.as_row = true;
    model.laws.set(i, pd);
    any = true;
  }
  return any;
}

}  // namespace

bool promote_saturated_motors(World::Impl& world) {
  std::atomic<bool> promoted = false;
  const double h = world.spec.step;
  world.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    Model::Impl* model = world.trees[t];
    if (!model->usable || model->asleep || model->has_bare_joints) return;
    if (!model->laws.bounded()) return;
    model->diagonal = model->z;
    unwhiten(*model->kernel_skeleton, *model->data, model->diagonal.data());
    model->change_known = true;
    if (is_near_saturation(*model, h) && make_rows_of_saturated(*model, h)) promoted = true;
  });
  return promoted;
}

}  // namespace cardan
