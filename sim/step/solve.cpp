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
  world.marks[island].apart = leave_overlaps_to_positions(world.rules, work.base);
  const bool accepted = answer_without_solver(world.pairing, work);
  if (!accepted || captures(world)) prepare_island(work);
  if (world.shadow) world.shadow->copy(island, work.base);
  return accepted;
}

// Nobody else wants to see the base problems of islands that are answered without a solver.
bool has_hidden_bases(const World::Impl& world) {
  const bool projects =
      world.spec.contact.rules.stabilization.kind == StabilizationKind::kProjection;
  return world.pairing.info.is_base && !world.capture && !world.shadow && !projects;
}

// True: the island was a lone ball and has moved.
bool answer_lone_ball(World::Impl& world, int island) {
  LoneBall& ball = world.lone_balls[island];
  LoneBallAnswer answer;
  const double tolerance = world.pairing.chain.front().tolerance;
  if (!answer_lone_ball(row_inputs(world), world.islands[island], tolerance, ball, answer))
    return false;
  double* z = world.z_of_tree[ball.tree];
  for (int i = 0; i < 6; ++i) z[i] += answer.z[i];
  world.answers[ball.contact] = answer.contact;
  world.answers[ball.contact].island = island;
  IslandMarks& marks = world.marks[island];
  marks = {ball.residual};
  marks.accepted = marks.lone_ball = marks.lasting = marks.plain = true;
  marks.pushes = ball.lambda[0] != 0;
  report_lone_ball(ball, world.report.islands[island]);
  return true;
}

// An impulse that changes v at once.
bool pushes(const IslandWork& work, const BaseBlock& block) {
  return keeps_gap(block.kind) && work.lambda_C[block.row] != 0;
}

// Nothing of the island is counted in the report.
bool is_plain(const IslandReport& report, const BaseProblem& base) {
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
  IslandMarks& marks = world.marks[island];
  marks.residual = work.report.residual;
  marks.plain = is_plain(work.report, base);
  marks.lone_ball = marks.pushes = false;
  marks.lasting = work.report.solver >= 0;
  marks.other_rows = static_cast<int>(base.blocks.size()) > base.num_contacts;
  if (base.dropped_rows > 0) {
    for (const int contact : world.islands[island].contacts) world.answers[contact] = {};
  }
  for (const BaseBlock& block : base.blocks) {
    marks.pushes |= pushes(work, block);
    if (block.kind != BaseBlockKind::kContact) continue;
    ContactAnswer& answer = world.answers[block.constraint];
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

// Counts an island that is not plain.
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
    report.worst_residual = std::max(report.worst_residual, world.marks[i].residual);
    if (!world.marks[i].plain) count_island(world, i);
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

void report_lone_ball(const LoneBall& ball, IslandReport& report) {
  report.clear();
  report.rows = 3;
  report.contacts = 1;
  report.lowest_tree = ball.tree;
  report.residual = report.cone_residual = ball.residual;
  report.add({0, CARDAN_SOLVED, 0, 0, 0, ball.residual});
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
  world.marks.resize(static_cast<std::size_t>(count));
  world.lone_balls.resize(static_cast<std::size_t>(count));
  world.report.islands.resize(static_cast<std::size_t>(count));
  const bool hidden = has_hidden_bases(world);
  // Islands share no tree: each writes its own z.
  world.pool.for_each(count, [&](int i, int) {
    if (hidden && answer_lone_ball(world, i)) return;
    world.marks[i].accepted = assemble(world, i);
    if (world.marks[i].accepted) take_answer(world, i);
  });
  world.unsolved.clear();
  for (int i = 0; i < count; ++i) {
    if (world.marks[i].accepted) continue;
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
