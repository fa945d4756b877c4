#include <algorithm>

#include "core/number_text.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// The report names a loop that is open by more than this after its projection [m, rad].
constexpr double kNamed = 1e-6;

void report_open_loops(const WorldModel& world, StepData& step) {
  StepReport& report = step.report;
  report.loop_error = 0;
  report.worst_loop = -1;
  for (const LoopProjection::Result& result : step.loops.results) {
    if (report.worst_loop >= 0 && !(result.error > report.loop_error)) continue;
    report.loop_error = result.error;
    report.worst_loop = result.worst;
  }
  if (report.worst_loop < 0 || report.loop_error <= kNamed) return;
  report.messages.push_back(world.loop_records[report.worst_loop].name + " is open by " +
                            number_text(report.loop_error));
}

bool end_usable(const WorldModel& world, const StepData& step, const LoopEnd& end) {
  return end.body.tree < 0 || tree_work(world, step, end.body.tree).usable;
}

// Gaps of the loops that are not projected. The gap of a rope is its excess length.
void measure_other_loops(const WorldModel& world, WorldState& state, StepData& step) {
  for (std::size_t i = 0; i < step.loops.loops.size(); ++i) {
    const Loop& loop = step.loops.loops[i];
    if (loop.projected() || !end_usable(world, step, loop.a) || !end_usable(world, step, loop.b))
      continue;
    for (const LoopEnd* end : {&loop.a, &loop.b})
      if (end->body.tree >= 0) ensure_kinematics(tree_ref(world, state, step, end->body.tree));
    double phi[LoopConstraint::kMaxRows] = {};
    compute_loop_error(loop, step.views.trees, phi);
    double& error = step.loops.infos[i].error;
    error = 0;
    if (loop.kind == LoopKind::kRope) phi[0] = std::min(phi[0], 0.0);
    for (int row = 0; row < loop_rows(loop.kind); ++row)
      error = std::max(error, std::abs(phi[row]));
  }
}

// Rows, and not the projection, keep ropes within their length. The report includes their excess
// length but does not name them.
void count_ropes(StepData& step) {
  StepReport& report = step.report;
  for (std::size_t i = 0; i < step.loops.loops.size(); ++i) {
    if (step.loops.loops[i].kind != LoopKind::kRope || step.loops.loops[i].compliance.soft())
      continue;
    if (report.worst_loop >= 0 && !(step.loops.infos[i].error > report.loop_error)) continue;
    report.loop_error = step.loops.infos[i].error;
    report.worst_loop = static_cast<int>(i);
  }
}

// True if all trees of the loop took part in this step.
bool moves(const WorldModel& world, const WorldState& state, const StepData& step,
           const LoopProjection& group) {
  return std::all_of(group.trees().begin(), group.trees().end(), [&](int t) {
    return tree_work(world, step, t).usable && !tree_state(world, state, t).asleep();
  });
}

}  // namespace

bool is_asleep(const WorldModel& world, const WorldState& state, const Loop& loop) {
  const int tree = std::max(loop.a.body.tree, loop.b.body.tree);
  return tree >= 0 && tree_state(world, state, tree).asleep();
}

void project_loops(const WorldModel& world, WorldState& state, StepData& step) {
  place_scripts(world, state, step);
  if (step.loops.loops.empty()) return;
  arrive_loop_ends(world, step);
  step.loops.movable_trees.clear();
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    step.loops.movable_trees.push_back({model.setup.kernel_skeleton.get(), &*model.work.data,
                                        model.state.q().data(), model.state.v().data()});
  }
  step.workers.pool.for_each(static_cast<int>(step.loops.groups.size()), [&](int i, int) {
    LoopProjection& group = *step.loops.groups[i];
    if (!moves(world, state, step, group)) return;
    step.loops.results[i] = group.project(step.loops.loops, step.loops.movable_trees);
    for (const int t : group.trees()) tree_work(world, step, t).invalidate_kinematics();
    for (std::size_t k = 0; k < group.loops().size(); ++k)
      step.loops.infos[group.loops()[k]].error = group.error(static_cast<int>(k));
  });
  measure_other_loops(world, state, step);
  report_open_loops(world, step);
  count_ropes(step);
}

void read_loop_forces(const WorldModel& world, const WorldState& state, StepData& step) {
  for (std::size_t i = 0; i < step.loops.infos.size(); ++i) {
    if (is_asleep(world, state, step.loops.loops[i]))
      continue;  // its forces do not change while it is asleep
    LoopInfo& info = step.loops.infos[i];
    info.force.setZero();
    info.moment.setZero();
    info.effort = 0;
  }
  const double h = world.spec.step;
  const auto add = [&](std::uint64_t index, int row, const LoopConstraint& loop, double impulse) {
    LoopInfo& info = step.loops.infos[index];
    info.force += impulse / h * loop.linear[row];
    info.moment += impulse / h * loop.angular[row];
    if (loop.dof_a >= 0) info.effort += impulse / h;
  };
  const int islands = step.rows.constraints.loops.empty() ? 0 : step.islands.size();
  for (int i = 0; i < islands; ++i) {
    if (!step.islands.flags[i].has_other_rows) continue;
    const IslandWork& work = *step.islands.works[i];
    for (const BaseBlock& block : work.base.blocks) {
      if (block.kind != BaseBlockKind::kLoop && block.kind != BaseBlockKind::kRope) continue;
      const LoopConstraint& loop = step.rows.constraints.loops[block.constraint];
      int at = block.row;
      for (int row = 0; row < loop.rows; ++row) {
        if (block.present_rows >> row & 1u) add(loop.key, row, loop, work.lambda_C[at++]);
      }
    }
  }
  // Impulses by which the projection turned the velocities into the new directions of the loops.
  for (const auto& group : step.loops.groups) {
    if (!moves(world, state, step, *group)) continue;
    group->for_each_impulse([&](int index, int row, const LoopConstraint& loop, double impulse) {
      add(static_cast<std::uint64_t>(index), row, loop, impulse);
    });
  }
}

}  // namespace cardan
