#include <algorithm>

#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// A loop that is open by more than this after its projection is named in the report [m, rad].
constexpr double kNamed = 1e-6;

void report_open_loops(World::Impl& world) {
  StepReport& report = world.report;
  report.loop_error = 0;
  report.worst_loop = -1;
  for (const LoopProjection::Result& result : world.loop_results) {
    if (report.worst_loop >= 0 && !(result.error > report.loop_error)) continue;
    report.loop_error = result.error;
    report.worst_loop = result.worst;
  }
  if (report.worst_loop < 0 || report.loop_error <= kNamed) return;
  report.messages.push_back(world.loop_records[report.worst_loop].name + " is open by " +
                            std::to_string(report.loop_error));
}

bool end_usable(const World::Impl& world, const LoopEnd& end) {
  return end.body.tree < 0 || world.trees[end.body.tree]->usable;
}

// Gaps of the loops that are not projected: soft ones, and ropes by their excess length.
void measure_other_loops(World::Impl& world) {
  for (std::size_t i = 0; i < world.loops.size(); ++i) {
    const Loop& loop = world.loops[i];
    if (loop.projected() || !end_usable(world, loop.a) || !end_usable(world, loop.b)) continue;
    for (const LoopEnd* end : {&loop.a, &loop.b})
      if (end->body.tree >= 0) world.trees[end->body.tree]->ensure_kinematics();
    double phi[LoopConstraint::kMaxRows] = {};
    compute_loop_error(loop, world.tree_views, phi);
    double& error = world.loop_infos[i].error;
    error = 0;
    if (loop.kind == LoopKind::kRope) phi[0] = std::min(phi[0], 0.0);
    for (int row = 0; row < loop_rows(loop.kind); ++row)
      error = std::max(error, std::abs(phi[row]));
  }
}

// Rows take ropes to their length and no projection does: their excess counts, and is not named.
void count_ropes(World::Impl& world) {
  StepReport& report = world.report;
  for (std::size_t i = 0; i < world.loops.size(); ++i) {
    if (world.loops[i].kind != LoopKind::kRope || world.loops[i].compliance.soft()) continue;
    if (report.worst_loop >= 0 && !(world.loop_infos[i].error > report.loop_error)) continue;
    report.loop_error = world.loop_infos[i].error;
    report.worst_loop = static_cast<int>(i);
  }
}

// All of its trees took part in this step.
bool moves(const World::Impl& world, const LoopProjection& group) {
  return std::all_of(group.trees().begin(), group.trees().end(),
                     [&](int t) { return world.trees[t]->usable && !world.trees[t]->asleep; });
}

}  // namespace

bool is_asleep(const World::Impl& world, const Loop& loop) {
  const int tree = std::max(loop.a.body.tree, loop.b.body.tree);
  return tree >= 0 && world.trees[tree]->asleep;
}

void project_loops(World::Impl& world) {
  place_scripts(world);
  if (world.loops.empty()) return;
  arrive_loop_ends(world);
  world.movable_trees.clear();
  for (Model::Impl* model : world.trees) {
    world.movable_trees.push_back({model->kernel_skeleton.get(), model->data.get(),
                                   model->state.q.data(), model->state.v.data()});
  }
  world.pool.for_each(static_cast<int>(world.loop_groups.size()), [&](int i, int) {
    LoopProjection& group = *world.loop_groups[i];
    if (!moves(world, group)) return;
    world.loop_results[i] = group.project(world.loops, world.movable_trees);
    for (const int t : group.trees()) {
      world.trees[t]->kinematics_current = false;
      world.trees[t]->bias_current = false;
    }
    for (std::size_t k = 0; k < group.loops().size(); ++k)
      world.loop_infos[group.loops()[k]].error = group.error(static_cast<int>(k));
  });
  measure_other_loops(world);
  report_open_loops(world);
  count_ropes(world);
}

void read_loop_forces(World::Impl& world) {
  for (std::size_t i = 0; i < world.loop_infos.size(); ++i) {
    if (is_asleep(world, world.loops[i])) continue;  // what held it holds it still
    LoopInfo& info = world.loop_infos[i];
    info.force.setZero();
    info.moment.setZero();
    info.effort = 0;
  }
  const double h = world.spec.step;
  const auto add = [&](std::uint64_t index, int row, const LoopConstraint& loop, double impulse) {
    LoopInfo& info = world.loop_infos[index];
    info.force += impulse / h * loop.linear[row];
    info.moment += impulse / h * loop.angular[row];
    if (loop.dof_a >= 0) info.effort += impulse / h;
  };
  const int islands = world.constraints.loops.empty() ? 0 : world.islands.size();
  for (int i = 0; i < islands; ++i) {
    if (!world.flags[i].has_other_rows) continue;
    const IslandWork& work = *world.works[i];
    for (const BaseBlock& block : work.base.blocks) {
      if (block.kind != BaseBlockKind::kLoop && block.kind != BaseBlockKind::kRope) continue;
      const LoopConstraint& loop = world.constraints.loops[block.constraint];
      int at = block.row;
      for (int row = 0; row < loop.rows; ++row) {
        if (block.present_rows >> row & 1u) add(loop.key, row, loop, work.lambda_C[at++]);
      }
    }
  }
  // Impulses that turned the velocities into the loops' new direction.
  for (const auto& group : world.loop_groups) {
    if (!moves(world, *group)) continue;
    group->for_each_impulse([&](int index, int row, const LoopConstraint& loop, double impulse) {
      add(static_cast<std::uint64_t>(index), row, loop, impulse);
    });
  }
}

}  // namespace cardan
