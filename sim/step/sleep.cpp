#include <algorithm>

#include "cardan/model_spec.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Lever arm of rotation for a body without a shape, whose size is unknown [m].
constexpr double kArm = 0.1;

// Speed of the fastest point of a tree [m/s], for the velocities to which its kinematics belong.
double fastest_point(const ConstModelRef& model) {
  const Data& data = *model.work.data;
  double fastest = 0;
  for (int body = 0; body < model.setup.kernel_skeleton->num_bodies(); ++body) {
    const SpatialVelocity V = data.velocity_at(body, data.pose(body).p);
    fastest = std::max(fastest, V.linear.norm() + kArm * V.angular.norm());
  }
  for (const ShapedBody& shaped : model.setup.shaped_bodies) {
    if (shaped.body < 0 || shaped.radius <= kArm) continue;
    const SpatialVelocity V = data.velocity_at(shaped.body, data.pose(shaped.body).p);
    fastest = std::max(fastest, V.linear.norm() + shaped.radius * V.angular.norm());
  }
  return fastest;
}

void count_still_time(const WorldModel& world, WorldState& state, StepData& step) {
  const SleepSpec& sleep = *world.spec.contact.sleep;
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (model.state.asleep()) continue;
    const bool still = model.work.usable && fastest_point(model) <= sleep.speed;
    model.state.still_time() = still ? model.state.still_time() + world.spec.step : 0;
  }
}

// A body that touches a scripted body is not at rest, even if it does not move.
bool touches_script(const WorldModel& world, const StepData& step, const Island& island) {
  for (const int i : island.loops) {
    const LoopRecord& record = world.loop_records[step.rows.constraints.loops[i].key];
    if (record.script_a >= 0 || record.script_b >= 0) return true;
  }
  return std::any_of(island.contacts.begin(), island.contacts.end(), [&](int contact) {
    const auto scripted = [&](int handle) {
      return world.model(world.shape_model[handle]).script.has_value();
    };
    return scripted(step.rows.sources[contact].a) || scripted(step.rows.sources[contact].b);
  });
}

// A tree that a script carries, or that has lost its contacts in this step, may be about to move.
void restart_clocks(const WorldModel& world, WorldState& state, StepData& step) {
  for (int i = 0; i < step.islands.size(); ++i) {
    const Island& island = step.islands.set[i];
    if (!touches_script(world, step, island)) continue;
    for (const int t : island.trees) tree_ref(world, state, step, t).state.still_time() = 0;
  }
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    const bool struck = model.state.undisturbed() < 2;
    if (struck && step.islands.set.island_of(t) < 0) model.state.still_time() = 0;
  }
}

bool is_tired(const WorldModel& world, const WorldState& state, int tree) {
  const double rested = tree_state(world, state, tree).still_time();
  return rested > 0 && rested >= world.spec.contact.sleep->time;
}

bool is_tired_island(const WorldModel& world, const WorldState& state, const StepData& step,
                     int island) {
  const Island& members = step.islands.set[island];
  return step.islands.flags[island].warm_startable &&
         std::all_of(members.trees.begin(), members.trees.end(),
                     [&](int tree) { return is_tired(world, state, tree); });
}

SleepGroup& open_group(SleepState& sleep) {
  if (sleep.count == static_cast<int>(sleep.groups.size())) sleep.groups.emplace_back();
  SleepGroup& group = sleep.groups[sleep.count++];
  group.trees.clear();
  group.contacts.clear();
  group.contact_shapes.clear();
  group.memory.clear();
  return group;
}

void remember_island(const WorldModel& world, const StepData& step, int index,
                     ConstraintMemory& memory) {
  for (const int i : step.islands.set[index].contacts) {
    if (step.islands.solutions[i].island == index)
      memory.contacts.push_back(remember_contact(world, step, static_cast<std::size_t>(i)));
  }
  if (step.islands.flags[index].has_other_rows) {
    const IslandWork& work = *step.islands.works[index];
    remember_other_rows(work.base, step.rows.constraints, work.lambda_C.data(), work.u_C.data(),
                        memory);
  }
  sort_memory(memory);
}

// The collision scene has the pose at the start of the step, but a sleeping body is at its pose at
// the end of the step.
void rest_bodies(StepData& step, const ModelRef& model) {
  model.work.invalidate_kinematics();
  ensure_kinematics(model);
  for (const ShapedBody& shaped : model.setup.shaped_bodies) {
    if (shaped.body < 0) continue;
    step.collision.set_body_pose(shaped.collision_body, model.work.data->pose(shaped.body));
    step.collision.set_body_margin(shaped.collision_body, 0);
    step.collision.set_body_resting(shaped.collision_body, true);
  }
}

void lay_down(const WorldModel& world, WorldState& state, StepData& step, int tree,
              SleepGroup& group) {
  const ModelRef model = tree_ref(world, state, step, tree);
  group.trees.push_back(tree);
  model.state.set_asleep(true);
  model.state.set_undisturbed(0);
  model.state.v().setZero();
  rest_bodies(step, model);
  ++state.sleep.sleeping_trees;
}

void release_bodies(const ModelSetup& model, StepData& step) {
  for (const ShapedBody& shaped : model.shaped_bodies)
    if (shaped.body >= 0) step.collision.set_body_resting(shaped.collision_body, false);
}

void get_up(const WorldModel& world, WorldState& state, StepData& step, int tree) {
  const ModelRef model = tree_ref(world, state, step, tree);
  model.state.set_asleep(false);
  model.state.set_undisturbed(0);
  model.state.still_time() = 0;
  model.work.invalidate_kinematics();
  release_bodies(model.setup, step);
  --state.sleep.sleeping_trees;
}

void wake_group(const WorldModel& world, WorldState& state, StepData& step, int index) {
  SleepState& sleep = state.sleep;
  for (const int tree : sleep.groups[index].trees) get_up(world, state, step, tree);
  state.memory.append(sleep.groups[index].memory);
  sort_memory(state.memory);
  // The other groups keep their order, and the storage of this group moves to the end.
  const auto begin = sleep.groups.begin();
  std::rotate(begin + index, begin + index + 1, begin + sleep.count);
  --sleep.count;
}

int group_of(const SleepState& sleep, int tree) {
  for (int i = 0; i < sleep.count; ++i) {
    const std::vector<int>& trees = sleep.groups[i].trees;
    if (std::binary_search(trees.begin(), trees.end(), tree)) return i;
  }
  return -1;
}

}  // namespace

void wake(const WorldModel& world, WorldState& state, StepData& step, const ModelRef& model) {
  if (model.state.asleep()) wake_group(world, state, step, group_of(state.sleep, model.setup.tree));
}

void wake_all(const WorldModel& world, WorldState& state, StepData& step) {
  while (state.sleep.count > 0) wake_group(world, state, step, state.sleep.count - 1);
}

void disturb(const WorldModel& world, WorldState& state, StepData& step, const ModelRef& model) {
  model.state.still_time() = 0;
  if (model.state.asleep()) wake(world, state, step, model);
}

bool wake_touched(const WorldModel& world, WorldState& state, StepData& step) {
  bool woken = false;
  if (state.sleep.count == 0) return false;
  for (const Contact& contact : step.detected->contacts) {
    for (const int rank : {contact.a, contact.b}) {
      const ModelRef model =
          model_ref(world, state, step, world.shape_model[step.collision.handle(rank)]);
      if (!model.state.asleep()) continue;
      wake(world, state, step, model);
      woken = true;
    }
  }
  return woken;
}

bool all_asleep(const WorldModel& world, const WorldState& state) {
  return state.sleep.count > 0 && !world.has_scripts &&
         state.sleep.sleeping_trees == static_cast<int>(world.trees.size());
}

void pass_time(const WorldModel& world, WorldState& state, StepData& step) {
  clear_counts(step.report);
  step.report.shadow = {};
  step.report.collision_failures = 0;
  step.report.collision_ladder = {};
  step.report.contacts_left_out = 0;
  step.report.push_out_failures = step.report.unlifted_overlaps = 0;
  step.report.pushed_islands = step.report.shortened_push_outs = 0;
  step.report.push_out_work = step.report.push_out_residual = step.report.limit_error = 0;
  // The contacts that were read in the last step are kept; the islands of that step are not.
  if (!step.report.islands.empty()) {
    for (ContactInfo& contact : step.readout.contacts) contact.island = -1;
  }
  step.report.islands.clear();
  step.report.sleeping_trees = state.sleep.sleeping_trees;
  advance_time(world, state, step);
}

void choose_sleepers(const WorldModel& world, WorldState& state, StepData& step) {
  step.islands.dozing.assign(step.islands.size(), 0);
  if (!world.spec.contact.sleep) return;
  count_still_time(world, state, step);
  restart_clocks(world, state, step);
  for (int i = 0; i < step.islands.size(); ++i)
    step.islands.dozing[i] = is_tired_island(world, state, step, i) ? 1 : 0;
}

void fall_asleep(const WorldModel& world, WorldState& state, StepData& step) {
  step.report.sleeping_trees = state.sleep.sleeping_trees;
  if (!world.spec.contact.sleep) return;
  for (int i = 0; i < step.islands.size(); ++i) {
    const Island& island = step.islands.set[i];
    // Only trees without any constraint are in no island, so the remaining trees that may fall
    // asleep do so alone.
    if (!step.islands.dozing[i]) {
      for (const int tree : island.trees) tree_work(world, step, tree).in_waking_island = true;
      continue;
    }
    SleepGroup& group = open_group(state.sleep);
    remember_island(world, step, i, group.memory);
    for (const int contact : island.contacts) {
      group.contacts.push_back(step.readout.contacts[contact]);
      group.contacts.back().island = -1;
      group.contact_shapes.push_back(step.readout.shapes[contact]);
    }
    for (const int tree : island.trees) lay_down(world, state, step, tree, group);
  }
  for (int tree = 0; tree < static_cast<int>(world.trees.size()); ++tree) {
    const ModelRef model = tree_ref(world, state, step, tree);
    if (!model.state.asleep() && !model.work.in_waking_island && is_tired(world, state, tree))
      lay_down(world, state, step, tree, open_group(state.sleep));
    model.work.in_waking_island = false;
  }
  step.report.sleeping_trees = state.sleep.sleeping_trees;
}

void lay_down(const WorldModel& world, WorldState& state, StepData& step,
              const std::vector<int>& trees, const ConstraintMemory& memory) {
  SleepGroup& group = open_group(state.sleep);
  group.memory = memory;
  for (const int tree : trees) lay_down(world, state, step, tree, group);
}

void release_sleepers(const WorldModel& world, const WorldState& state, StepData& step) {
  for (int i = 0; i < state.sleep.count; ++i)
    for (const int tree : state.sleep.groups[i].trees) release_bodies(world.tree(tree), step);
}

void rest_sleepers(const WorldModel& world, WorldState& state, StepData& step) {
  for (int i = 0; i < state.sleep.count; ++i)
    for (const int tree : state.sleep.groups[i].trees)
      rest_bodies(step, tree_ref(world, state, step, tree));
}

void add_sleeping_contacts(const WorldState& state, const StepData& step) {
  for (int i = 0; i < state.sleep.count; ++i) {
    const SleepGroup& group = state.sleep.groups[i];
    step.readout.contacts.insert(step.readout.contacts.end(), group.contacts.begin(),
                                 group.contacts.end());
    step.readout.shapes.insert(step.readout.shapes.end(), group.contact_shapes.begin(),
                               group.contact_shapes.end());
  }
}

}  // namespace cardan
