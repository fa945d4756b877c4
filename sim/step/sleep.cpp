#include <algorithm>

#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// Arm of a turn for a body without a shape that says how large it is [m].
constexpr double kArm = 0.1;

// The fastest point of a tree [m/s], with the velocities its kinematics belong to.
double fastest_point(const Model::Impl& model) {
  const Data& data = *model.data;
  double fastest = 0;
  for (int body = 0; body < model.kernel_skeleton->num_bodies(); ++body) {
    const SpatialVelocity V = data.velocity_at(body, data.pose(body).p);
    fastest = std::max(fastest, V.linear.norm() + kArm * V.angular.norm());
  }
  for (const ShapedBody& shaped : model.shaped_bodies) {
    if (shaped.body < 0 || shaped.radius <= kArm) continue;
    const SpatialVelocity V = data.velocity_at(shaped.body, data.pose(shaped.body).p);
    fastest = std::max(fastest, V.linear.norm() + shaped.radius * V.angular.norm());
  }
  return fastest;
}

void count_still_time(World::Impl& world) {
  const SleepSpec& sleep = *world.spec.contact.sleep;
  for (Model::Impl* model : world.trees) {
    if (model->asleep) continue;
    const bool still = model->usable && fastest_point(*model) <= sleep.speed;
    model->still_time = still ? model->still_time + world.spec.step : 0;
  }
}

// A body that a script moves along with is not at rest, however still it stands.
bool touches_script(const World::Impl& world, const Island& island) {
  for (const int i : island.loops) {
    const LoopRecord& record = world.loop_records[world.constraints.loops[i].key];
    if (record.script_a || record.script_b) return true;
  }
  return std::any_of(island.contacts.begin(), island.contacts.end(), [&](int contact) {
    const auto scripted = [&](int handle) {
      return world.models[world.shape_model[handle]]->impl().script.has_value();
    };
    return scripted(world.contact_a[contact]) || scripted(world.contact_b[contact]);
  });
}

bool is_tired(const World::Impl& world, int tree) {
  return world.trees[tree]->still_time >= world.spec.contact.sleep->time;
}

bool is_tired_island(const World::Impl& world, int island) {
  const Island& members = world.islands[island];
  return world.flags[island].warm_startable && !touches_script(world, members) &&
         std::all_of(members.trees.begin(), members.trees.end(),
                     [&](int tree) { return is_tired(world, tree); });
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

void remember_island(const World::Impl& world, int index, ConstraintMemory& memory) {
  for (const int i : world.islands[index].contacts) {
    if (world.solutions[i].island == index)
      memory.contacts.push_back(memory_of(world.constraints.contacts[i], world.solutions[i]));
  }
  if (world.flags[index].has_other_rows) {
    const IslandWork& work = *world.works[index];
    remember_other_rows(work.base, world.constraints, work.lambda_C.data(), work.u_C.data(),
                        memory);
  }
  sort_memory(memory);
}

// The collision scene knows the pose of the step's start: a sleeper lies where the step ended.
void lay_down(World::Impl& world, int tree, SleepGroup& group) {
  Model::Impl& model = *world.trees[tree];
  group.trees.push_back(tree);
  model.asleep = true;
  model.undisturbed = 0;
  model.state.v.setZero();
  model.kinematics_current = model.bias_current = false;
  model.ensure_kinematics();
  for (const ShapedBody& shaped : model.shaped_bodies) {
    if (shaped.body < 0) continue;
    world.collision.set_body_pose(shaped.collision_body, model.data->pose(shaped.body));
    world.collision.set_body_margin(shaped.collision_body, 0);
    world.collision.set_body_resting(shaped.collision_body, true);
  }
  ++world.sleep.sleeping_trees;
}

void get_up(World::Impl& world, int tree) {
  Model::Impl& model = *world.trees[tree];
  model.asleep = false;
  model.undisturbed = 0;
  model.still_time = 0;
  model.kinematics_current = model.bias_current = false;
  for (const ShapedBody& shaped : model.shaped_bodies)
    if (shaped.body >= 0) world.collision.set_body_resting(shaped.collision_body, false);
  --world.sleep.sleeping_trees;
}

void wake_group(World::Impl& world, int index) {
  SleepState& sleep = world.sleep;
  for (const int tree : sleep.groups[index].trees) get_up(world, tree);
  world.memory.append(sleep.groups[index].memory);
  sort_memory(world.memory);
  // The others keep their order, the storage of this one goes to the end.
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

void wake(World::Impl& world, Model::Impl& model) {
  if (model.asleep) wake_group(world, group_of(world.sleep, model.tree));
}

void wake_all(World::Impl& world) {
  while (world.sleep.count > 0) wake_group(world, world.sleep.count - 1);
}

void disturb(Model::Impl& model) {
  model.still_time = 0;
  if (model.asleep) wake(*model.world, model);
}

bool wake_touched(World::Impl& world) {
  bool woken = false;
  if (world.sleep.count == 0) return false;
  for (const Contact& contact : world.detected->contacts) {
    for (const int rank : {contact.a, contact.b}) {
      Model::Impl& model = world.models[world.shape_model[world.collision.handle(rank)]]->impl();
      if (!model.asleep) continue;
      wake(world, model);
      woken = true;
    }
  }
  return woken;
}

bool all_asleep(const World::Impl& world) {
  return world.sleep.count > 0 && !world.has_scripts &&
         world.sleep.sleeping_trees == static_cast<int>(world.trees.size());
}

void pass_time(World::Impl& world) {
  clear_counts(world.report);
  world.report.shadow = {};
  world.report.collision_failures = 0;
  world.report.collision_ladder = {};
  world.report.contacts_left_out = 0;
  world.report.push_out_failures = 0;
  world.report.push_out_residual = 0;
  world.report.islands.clear();
  world.report.sleeping_trees = world.sleep.sleeping_trees;
  advance_time(world);
}

void choose_sleepers(World::Impl& world) {
  world.sleep.dozing.assign(world.islands.size(), 0);
  if (!world.spec.contact.sleep) return;
  count_still_time(world);
  for (int i = 0; i < world.islands.size(); ++i)
    world.sleep.dozing[i] = is_tired_island(world, i) ? 1 : 0;
}

void fall_asleep(World::Impl& world) {
  world.report.sleeping_trees = world.sleep.sleeping_trees;
  if (!world.spec.contact.sleep) return;
  for (int i = 0; i < world.islands.size(); ++i) {
    const Island& island = world.islands[i];
    // Only trees without any constraint are in no island: what is left tired after this is alone.
    if (!world.sleep.dozing[i]) {
      for (const int tree : island.trees) world.trees[tree]->in_waking_island = true;
      continue;
    }
    SleepGroup& group = open_group(world.sleep);
    remember_island(world, i, group.memory);
    for (const int contact : island.contacts) {
      group.contacts.push_back(world.contacts[contact]);
      group.contact_shapes.push_back(world.contact_shapes[contact]);
    }
    for (const int tree : island.trees) lay_down(world, tree, group);
  }
  for (int tree = 0; tree < static_cast<int>(world.trees.size()); ++tree) {
    Model::Impl& model = *world.trees[tree];
    if (!model.asleep && !model.in_waking_island && is_tired(world, tree))
      lay_down(world, tree, open_group(world.sleep));
    model.in_waking_island = false;
  }
  world.report.sleeping_trees = world.sleep.sleeping_trees;
}

void lay_down(World::Impl& world, const std::vector<int>& trees, const ConstraintMemory& memory) {
  SleepGroup& group = open_group(world.sleep);
  group.memory = memory;
  for (const int tree : trees) lay_down(world, tree, group);
}

void add_sleeping_contacts(const World::Impl& world) {
  for (int i = 0; i < world.sleep.count; ++i) {
    const SleepGroup& group = world.sleep.groups[i];
    world.contacts.insert(world.contacts.end(), group.contacts.begin(), group.contacts.end());
    world.contact_shapes.insert(world.contact_shapes.end(), group.contact_shapes.begin(),
                                group.contact_shapes.end());
  }
}

}  // namespace cardan
