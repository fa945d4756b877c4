#include "sim/assembly/add_loop.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "cardan/error.h"
#include "sim/assembly/close_loops.h"
#include "sim/assembly/loop_parts.h"
#include "sim/assembly/resolve_loop.h"
#include "sim/data/change_log.h"
#include "sim/data/check_spec.h"
#include "sim/data/renumber.h"
#include "sim/data/spec_json.h"
#include "sim/data/state_structure.h"
#include "sim/data/world_impl.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Groups of loops whose positions are projected and that are coupled by the trees they move, in the
// order of their first loop.
void make_groups(World::Impl& world) {
  const int n = static_cast<int>(world.step.loops.loops.size());
  // Sets of loops as trees of numbers, each with the lowest number at its root.
  std::vector<int> group(static_cast<std::size_t>(n));
  std::iota(group.begin(), group.end(), 0);
  const auto root_of = [&](int i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
  };
  std::vector<int> loop_of_tree(world.model.trees.size(), -1);
  for (int i = 0; i < n; ++i) {
    const Loop& loop = world.step.loops.loops[i];
    if (!loop.projected()) continue;
    for (const int tree : {loop.a.body.tree, loop.b.body.tree}) {
      if (tree < 0) continue;
      if (loop_of_tree[tree] >= 0) {
        const int a = root_of(loop_of_tree[tree]), b = root_of(i);
        group[std::max(a, b)] = std::min(a, b);
      }
      loop_of_tree[tree] = i;
    }
  }
  std::vector<std::vector<int>> members(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    if (world.step.loops.loops[i].projected()) members[root_of(i)].push_back(i);
  world.step.loops.groups.clear();
  for (const std::vector<int>& loops : members) {
    if (loops.empty()) continue;
    world.step.loops.groups.push_back(std::make_unique<LoopProjection>(
        loops, world.step.loops.loops, world.step.loops.movable_trees));
  }
  world.step.loops.results.assign(world.step.loops.groups.size(), {});
  for (std::size_t t = 0; t < loop_of_tree.size(); ++t)
    tree_work(world.model, world.step, static_cast<int>(t)).on_exact_loop = loop_of_tree[t] >= 0;
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
  std::map<std::int64_t, const LoopInfo*> known;
  for (const LoopInfo& info : before) known[info.id.value] = &info;
  world.step.loops.infos.clear();
  for (const LoopRecord& record : world.model.loop_records) {
    LoopInfo info;
    if (const auto found = known.find(record.id.value); found != known.end() && !is_tie(record))
      info = *found->second;
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
  std::set<std::string> names;
  for (const LoopRecord& record : records) names.insert(record.spec.name);
  std::int64_t next = world.impl().model.next_loop;
  for (const LoopSpec& spec : specs) {
    LoopRecord& record = records.emplace_back(resolve_loop(world, spec));
    record.id = {next++};
    if (!spec.name.empty() && !names.insert(spec.name).second)
      throw Error("two loops are named '" + spec.name + "'", record.name, "give each its own name");
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
