#include <algorithm>
#include <utility>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "sim/data/block_names.h"
#include "sim/data/change_log.h"
#include "sim/data/renumber.h"
#include "sim/data/state_snapshot_impl.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

constexpr const char* kSetState = "World::set_state";

// Throws Error unless the sleeping groups name trees of this world that are asleep in the state,
// each of them once. seen: scratch.
void check_sleeping_groups(const WorldModel& world, const StateStructure& own,
                           const WorldState& state, std::vector<char>& seen) {
  const auto fail = [] {
    throw Error("the sleeping models of the state are inconsistent", kSetState,
                "the bytes of the state are damaged");
  };
  int listed = 0;
  seen.assign(static_cast<std::size_t>(world.num_trees()), 0);
  for (int i = 0; i < state.sleep.count; ++i) {
    const SleepGroup& group = state.sleep.groups[static_cast<std::size_t>(i)];
    for (const int tree : group.trees) {
      if (tree < 0 || tree >= world.num_trees()) fail();
      if (seen[static_cast<std::size_t>(tree)]++ > 0) fail();
      const int model = world.trees[static_cast<std::size_t>(tree)];
      if (!state.models[own.place_of(model)].asleep()) fail();
      ++listed;
    }
    const int shapes = static_cast<int>(own.handles.size());
    for (const ContactShapes& sides : group.contact_shapes)
      if (std::min(sides.a, sides.b) < 0 || std::max(sides.a, sides.b) >= shapes) fail();
  }
  int asleep = 0;
  for (const int model : world.trees) asleep += state.models[own.place_of(model)].asleep() ? 1 : 0;
  if (listed != asleep || state.sleep.sleeping_trees != asleep) fail();
}

void require_same_structure(const World::Impl& world, const StateStructure& own,
                            const StateSnapshot::Impl& from) {
  if (from.structure.get() == &own) return;
  if (from.structure->hash != own.hash)
    require_same_signature(own.signature, from.structure->signature, kSetState);
  bool equal = from.structure->hash == own.hash;
  const int count = static_cast<int>(own.models.size());
  equal = equal && from.state.models.size() == count;
  for (int i = 0; equal && i < count; ++i) {
    const int model = own.models[static_cast<std::size_t>(i)];
    const StatePlace &here = world.state.models.place(model), &there = from.state.models.place(i);
    equal = here.nq == there.nq && here.nv == there.nv;
    if (!equal) break;
    const ModelSetup& setup = world.model.model(model);
    check_drives(setup, from.state.models[i].drives(), kSetState);
  }
  if (!equal) throw Error("the state belongs to another world", kSetState, "the sizes differ");
  if (from.structure->motors != own.motors)
    throw Error("the state belongs to another world", kSetState,
                "other joints have motors, or their delays differ");
}

// True if the block of states can be copied as it is.
bool has_same_layout(const World::Impl& world, const StateStructure& own,
                     const StateSnapshot::Impl& from) {
  if (own.has_gaps) return false;
  if (from.structure.get() == &own) return true;
  if (from.structure->layout != own.layout) return false;
  if (from.structure->sensors != own.sensors) return false;
  if (from.state.sensors.size() != world.state.sensors.size()) return false;
  for (int i = 0; i < world.state.models.size(); ++i) {
    if (world.state.models.place(i).law_arrays != from.state.models.place(i).law_arrays)
      return false;
  }
  return true;
}

// Sets the names of sleeping contacts, which are views into the world.
void name_contacts(const WorldModel& world, SleepState& sleep) {
  for (int i = 0; i < sleep.count; ++i) {
    SleepGroup& group = sleep.groups[static_cast<std::size_t>(i)];
    for (std::size_t k = 0; k < group.contacts.size(); ++k) {
      ContactInfo& info = group.contacts[k];
      const ContactSide a = contact_side(world, group.contact_shapes[k].a),
                        b = contact_side(world, group.contact_shapes[k].b);
      info.model_a = a.model->name;
      info.link_a = a.shape->link;
      info.model_b = b.model->name;
      info.link_b = b.shape->link;
    }
  }
}

void remove_names(SleepState& sleep) {
  for (int i = 0; i < sleep.count; ++i)
    for (ContactInfo& info : sleep.groups[static_cast<std::size_t>(i)].contacts)
      info.model_a = info.link_a = info.model_b = info.link_b = {};
}

template <class NewNumber>
void renumber_shapes(SleepState& sleep, const NewNumber& new_number) {
  for (int i = 0; i < sleep.count; ++i) {
    for (ContactShapes& sides : sleep.groups[static_cast<std::size_t>(i)].contact_shapes)
      sides = {new_number(sides.a), new_number(sides.b)};
  }
}

// Copies all members except the states of models and sensors.
void copy_world_wide(const WorldState& from, WorldState& to) {
  to.time = from.time;
  to.time_offset = from.time_offset;
  to.steps = from.steps;
  to.memory = from.memory;
  to.sleep = from.sleep;
}

// Copies the state of a world without the gaps of removed models.
void copy_without_gaps(const StateStructure& own, const WorldState& from, WorldState& to) {
  copy_world_wide(from, to);
  to.models.assign(from.models, own.models);
  to.sensors = from.sensors;
  renumber_shapes(to.sleep, [&](int handle) { return own.shape_of(handle); });
}

// Copies the state model by model, into a world whose joints differ in friction or damping or that
// has gaps of removed models. The blocks of the world stay in place in memory, because views refer
// to them.
void copy_by_model(const StateStructure& own, const StateSnapshot::Impl& from, World::Impl& world) {
  WorldState& to = world.state;
  copy_world_wide(from.state, to);
  for (int i = 0; i < from.state.models.size(); ++i)
    copy_model_state(from.state.models[i], to.models[own.models[static_cast<std::size_t>(i)]]);
  restore_sensors(world, from.structure->sensors, from.state.sensors);
  renumber_shapes(to.sleep,
                  [&](int shape) { return own.handles[static_cast<std::size_t>(shape)]; });
}

}  // namespace

const std::vector<PairNormal>& last_normals(const World::Impl& world) {
  static const std::vector<PairNormal> kNone;
  const CollisionScene::Impl& scene = world.step.collision.impl();
  return scene.changed ? kNone : scene.last_normals;
}

void leave_step(World::Impl& world) {
  StepData& step = world.step;
  step.islands.set.clear();
  step.islands.flags.clear();
  step.islands.direct.clear();
  step.islands.solutions.clear();
  step.rows.constraints.clear_but_contacts();
  resize_contacts(step, 0);
  for (LoopInfo& info : step.loops.infos) {
    info.force.setZero();
    info.moment.setZero();
    info.effort = info.error = 0;
  }
  step.readout.contacts.clear();
  step.readout.shapes.clear();
  step.readout.current = true;
  std::vector<IslandReport> islands = std::move(step.report.islands);
  std::vector<std::string> messages = std::move(step.report.messages);
  step.report = {};
  islands.clear();
  messages.clear();
  step.report.islands = std::move(islands);
  step.report.messages = std::move(messages);
}

StateSnapshot World::state() const {
  StateSnapshot snapshot;
  state(snapshot);
  return snapshot;
}

void World::state(StateSnapshot& into) const {
  const Impl& world = impl();
  StateSnapshot::Impl& out = into.make_impl();
  out.structure = structure_of(world);
  out.step = world.model.spec.step;
  if (out.structure->has_gaps) {
    copy_without_gaps(*out.structure, world.state, out.state);
  } else {
    out.state = world.state;
  }
  out.normals = last_normals(world);
  remove_names(out.state.sleep);
}

void World::set_state(const StateSnapshot& snapshot) {
  Impl& world = impl();
  require_between_steps(world, "set_state");
  const StateSnapshot::Impl& from = filled(snapshot);
  const std::shared_ptr<const StateStructure> own = structure_of(world);
  require_same_structure(world, *own, from);
  check_sleeping_groups(world.model, *own, from.state, world.seen_trees);
  if (!restore_last_normals(world.step.collision, from.normals)) {
    throw Error("the normals of the state belong to no pair of shapes", kSetState,
                "the bytes of the state are damaged");
  }
  // The code below cannot fail.
  leave_step(world);
  release_sleepers(world.model, world.state, world.step);
  if (has_same_layout(world, *own, from)) {
    world.state = from.state;
  } else {
    copy_by_model(*own, from, world);
  }
  // The offset changes only with the time step, so that time keeps its bits otherwise.
  const double step = world.model.spec.step;
  if (from.step != step)
    world.state.time_offset = world.state.time - static_cast<double>(world.state.steps) * step;
  for (const auto& work : world.step.models) {
    work->usable = true;
    work->invalidate_kinematics();
  }
  place_scripts(world.model, world.state, world.step);
  world.step.report.step = world.state.steps;
  world.step.report.time = world.state.time;
  if (world.state.sleep.count > 0) {
    rest_sleepers(world.model, world.state, world.step);
    name_contacts(world.model, world.state.sleep);
    count_contacts(world.model, world.state, world.step);
    world.step.report.sleeping_trees = world.state.sleep.sleeping_trees;
  }
  log_state_set(world, ChangeKind::kSetState,
                [&](ChangeWriter& out) { out.bytes(snapshot.bytes()); });
}

void World::reset_contact_memory() {
  Impl& world = impl();
  require_between_steps(world, "reset_contact_memory");
  world.state.memory.clear();
  for (int i = 0; i < world.state.sleep.count; ++i)
    world.state.sleep.groups[static_cast<std::size_t>(i)].memory.clear();
  world.step.collision.impl().last_normals.clear();
  log_change(world, ChangeKind::kForgetContacts, [](ChangeWriter&) {});
}

}  // namespace cardan
