#include <algorithm>
#include <limits>

#include "cardan/energy.h"
#include "constraint/push_out.h"
#include "constraint/rows/base_rows.h"
#include "sim/solve/closed_forms.h"
#include "sim/solve/solve_island.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// The collisions that `acceleration` resolves before the forces are not problems of the
// formulation.
bool captures(const StepData& step) {
  return step.workers.capture && step.rows.rules.level != RowLevel::kCollision;
}

// Kinetic energy before the step, for islands with loops.
double kinetic_energy_of(const StepData& step, const Island& island) {
  if (island.loops.empty() || step.rows.rules.level != RowLevel::kVelocity)
    return std::numeric_limits<double>::infinity();
  double energy = 0;
  for (const int t : island.trees) {
    const Tree& tree = step.views.trees[t];
    energy += kinetic_energy(*tree.skeleton, *tree.data, tree.v);
  }
  return energy;
}

// Returns true if the island is answered.
bool assemble(const WorldModel& world, const WorldState& state, StepData& step, int island) {
  IslandWork& work = *step.islands.works[island];
  assemble_base_problem(row_inputs(world, state, step), step.islands.set[island], work.base);
  if (world.pairing.info.mass_form) compute_mass_form(step.views.trees, work.base);
  name_base(world, state.steps + 1, island, work.base);
  step.islands.flags[island].leaves_overlaps =
      leave_overlaps_to_positions(step.rows.rules, work.base);
  const bool accepted = answer_without_solver(world.pairing, work);
  if (!accepted) work.kinetic_energy = kinetic_energy_of(step, step.islands.set[island]);
  if (!accepted || captures(step)) prepare_island(work);
  if (step.workers.shadow) step.workers.shadow->copy(island, work.base);
  return accepted;
}

// Writes the base problem and the answer of an island that was answered directly, for the capture
// and the shadow.
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

// Returns true if the island was answered without a base problem and the impulse was added to its
// tree.
bool solve_directly(const WorldModel& world, const WorldState& state, StepData& step, int island) {
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

// True if an impulse changes v abruptly.
bool has_unilateral_impulse(const IslandWork& work, const BaseBlock& block) {
  return keeps_gap(block.kind) && work.lambda_C[block.row] != 0;
}

// True if nothing of the island is counted in the report.
bool has_nothing_to_report(const IslandReport& report, const BaseProblem& base) {
  return !report.troubled() && report.iterations == 0 && report.restitution_scale == 1 &&
         report.impacts_finished && base.dropped_rows == 0 && base.redundant_rows == 0 &&
         base.capped_friction == 0;
}

// Applies the answer of an island to its trees, and stores the data that later stages need.
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

}  // namespace

RowInputs row_inputs(const WorldModel& world, const WorldState& state, const StepData& step) {
  // With the default compliance, contacts yield by at most kMostDefaultDepth under the weight of
  // the heaviest tree. This is the heaviest tree of the world and not of the island, because the
  // law of a contact must not change when islands merge.
  const ConstraintRules& rules = step.rows.rules;
  const double h = world.spec.step, fall = h * h * rules.gravity * world.heaviest_tree;
  return {step.rows.constraints,   step.views.trees, state.memory, rules, h,
          kMostDefaultDepth / fall};
}

void name_base(const WorldModel& world, std::int64_t number, int island, BaseProblem& base) {
  base.id = (static_cast<std::uint64_t>(number) << 20) | static_cast<std::uint64_t>(island);
  base.tolerance = world.pairing.chain.front().tolerance;
}

namespace {

bool always(int) { return true; }

// Answers the islands that `is_due` selects.
template <class IsDue>
void answer_islands(const WorldModel& world, const WorldState& state, StepData& step,
                    const IsDue& is_due) {
  const int count = step.islands.size();
  if (step.workers.shadow) step.workers.shadow->make_room(count);
  step.islands.flags.resize(static_cast<std::size_t>(count));
  step.islands.direct.resize(static_cast<std::size_t>(count));
  step.report.islands.resize(static_cast<std::size_t>(count));
  // Islands share no trees, so each writes its own z.
  step.workers.pool.for_each(count, [&](int i, int) {
    if (!is_due(i) || solve_directly(world, state, step, i)) return;
    step.islands.flags[i].accepted = assemble(world, state, step, i);
    if (step.islands.flags[i].accepted) take_answer(step, i);
  });
  step.islands.unsolved.clear();
  for (int i = 0; i < count; ++i) {
    if (!is_due(i) || step.islands.flags[i].accepted) continue;
    step.islands.unsolved.push_back(i);
    reserve_for(*step.islands.works[i], step.workers.chains);
  }
  if (step.workers.shadow) {
    for (int i = 0; i < count; ++i)
      if (is_due(i)) step.workers.shadow->reserve(i);
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
    step.workers.pool.for_each(count, [&](int i, int worker) {
      if (is_due(i)) step.workers.shadow->solve(i, worker);
    });
    step.workers.shadow->compare(step.islands.works, count, step.report.shadow);
  }
  count_islands(step);
  if (captures(step)) step.workers.capture->write(world, state, step);
}

}  // namespace

void solve_islands(const WorldModel& world, const WorldState& state, StepData& step) {
  answer_islands(world, state, step, always);
}

void solve_stale_islands(const WorldModel& world, const WorldState& state, StepData& step) {
  for (int island = 0; island < step.islands.size(); ++island) {
    if (step.islands.stale[island] == 0) continue;
    for (const int t : step.islands.set[island].trees) {
      ModelScratch& work = tree_work(world, step, t);
      work.vectors.z() = work.vectors.z0();
      work.change_known = false;
    }
  }
  answer_islands(world, state, step, [&](int island) { return step.islands.stale[island] != 0; });
}

}  // namespace cardan
