#include <algorithm>

#include "cardan/core/error.h"
#include "cardan/sim/build/add_loop_internal.h"
#include "cardan/sim/build/check_spec_internal.h"
#include "cardan/sim/build/close_loops_internal.h"
#include "cardan/sim/build/loop_parts_internal.h"
#include "cardan/sim/build/renumber_internal.h"
#include "cardan/sim/build/resolve_loop_internal.h"
#include "cardan/sim/record/change_log_internal.h"
#include "cardan/sim/record/spec_json_internal.h"
#include "cardan/sim/record/state_structure_internal.h"
#include "cardan/sim/step/stages_internal.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

namespace {

// Groups of loops whose positions are projected and that are coupled by the trees they move, in the
// order of their first loop.
void make_groups(World::Impl& world) {
  const int n = static_cast<int>(world.step.loops.loops.size());
  std::vector<int> group(n), tree_group(world.model.trees.size(), -1);
  const auto trees_of = [&](int i) {
    return std::pair(world.step.loops.loops[i].a.body.tree, world.step.loops.loops[i].b.body.tree);
  };
  for (int i = 0; i < n; ++i) {
    group[i] = i;
    if (!world.step.loops.loops[i].projected()) continue;
    const auto [a, b] = trees_of(i);
    for (const int tree : {a, b}) {
      if (tree < 0) continue;
      const int old = tree_group[tree];
      if (old >= 0 && old != group[i]) {
        // The group with the lower number absorbs the other.
        const int low = std::min(old, group[i]), high = std::max(old, group[i]);
        for (int& g : tree_group) g = g == high ? low : g;
        for (int j = 0; j <= i; ++j) group[j] = group[j] == high ? low : group[j];
      }
      tree_group[tree] = group[i];
    }
  }
  world.step.loops.groups.clear();
  for (int g = 0; g < n; ++g) {
    std::vector<int> members;
    for (int i = 0; i < n; ++i) {
      if (group[i] == g && world.step.loops.loops[i].projected()) members.push_back(i);
    }
    if (members.empty()) continue;
    world.step.loops.groups.push_back(std::make_unique<LoopProjection>(
        members, world.step.loops.loops, world.step.loops.movable_trees));
  }
  world.step.loops.results.assign(world.step.loops.groups.size(), {});
}

void take_posture_as_target(const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.skeleton;
  for (int i = 0; i < skeleton.nv(); ++i) {
    PdLaw pd = model.state.laws()[i];
    if (!pd.active || !pd.target_is_initial) continue;
    pd.target = model.state.q()[skeleton.single_q_index(i)];
    model.state.laws().set(i, pd);
  }
  start_motors(model.setup, model.state);
}

// Makes the infos, whose names are views into the records. Loops that remain keep their forces.
void make_infos(World::Impl& world) {
  const std::vector<LoopInfo> before = std::move(world.step.loops.infos);
  world.step.loops.infos.clear();
  for (const LoopRecord& record : world.model.loop_records) {
    LoopInfo info;
    for (const LoopInfo& known : before)
      if (known.id == record.id && !is_tie(record)) info = known;
    info.kind = record.loop.kind;
    info.a = record.spec.a;
    info.b = record.spec.b;
    info.name = record.spec.name;
    info.id = record.id;
    world.step.loops.infos.push_back(info);
  }
}

}  // namespace

void set_loops(World::Impl& world, std::vector<LoopRecord> records) {
  forget_structure(world);
  world.model.loop_records = std::move(records);
  world.step.loops.loops.clear();
  for (LoopRecord& record : world.model.loop_records) {
    record.loop.key = world.step.loops.loops.size();
    world.step.loops.loops.push_back(record.loop);
  }
  view_movable_trees(world);
  make_groups(world);
  make_infos(world);
}

LoopId World::add_loop(const LoopSpec& spec) { return add_loops({spec}).front(); }

namespace {

// Resolves the specs and gives the loops their ids. Throws Error.
std::vector<LoopRecord> records_with(World& world, const std::vector<LoopSpec>& specs) {
  std::vector<LoopRecord> records = world.impl().model.loop_records;
  std::int64_t next = world.impl().model.next_loop;
  for (const LoopSpec& spec : specs) {
    LoopRecord& record = records.emplace_back(resolve_loop(world, spec));
    record.id = {next++};
    if (spec.name.empty()) continue;
    for (auto other = records.begin(); &*other != &record; ++other)
      if (other->spec.name == spec.name)
        throw Error("two loops are named '" + spec.name + "'", record.name,
                    "give each its own name");
  }
  return records;
}

}  // namespace

std::vector<LoopId> World::add_loops(const std::vector<LoopSpec>& specs) {
  Impl& world = impl();
  require_between_steps(world, "add_loops");
  refuse_in_batch(world, "a loop cannot be added");
  place_scripts(world.model, world.state, world.step);
  const std::vector<LoopRecord> before = world.model.loop_records;
  std::vector<LoopRecord> records = records_with(*this, specs);
  const WorldState kept = world.state;
  wake_all(world.model, world.state, world.step);
  set_loops(world, std::move(records));
  try {
    note_what_was_open(world, close_all(world));
  } catch (const Error&) {
    set_loops(world, before);
    put_back(kept, world);
    throw;
  }
  world.model.next_loop += static_cast<std::int64_t>(specs.size());
  std::vector<LoopId> ids;
  for (std::size_t i = before.size(); i < world.model.loop_records.size(); ++i) {
    exclude_contacts(world, world.model.loop_records[i]);
    ids.push_back(world.model.loop_records[i].id);
  }
  for (const auto& group : world.step.loops.groups) {
    for (const int tree : group->trees()) {
      const ModelRef model = tree_ref(world.model, world.state, world.step, tree);
      // A model that moved since it was added already has a target.
      if (model.setup.added_at == world.state.steps) take_posture_as_target(model);
    }
  }
  log_change(world, ChangeKind::kAddLoops, [&](ChangeWriter& out) { out.text(loops_json(specs)); });
  return ids;
}

LoopId World::weld(std::string_view a, std::string_view b) {
  LoopSpec spec;
  spec.kind = LoopKind::kWeld;
  spec.a = a;
  spec.b = b;
  spec.pose.reset();
  return add_loop(spec);
}

}  // namespace cardan
