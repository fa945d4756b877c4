#include <algorithm>

#include "sim/assembly/add_loop.h"
#include "sim/assembly/loop_parts.h"
#include "sim/assembly/loops.h"
#include "sim/assembly/resolve_loop.h"
#include "sim/data/world_impl.h"
#include "sim/step/stages.h"

namespace cardan {

void renumber_loop_trees(World::Impl& world, const std::vector<int>& trees) {
  for (LoopRecord& record : world.model.loop_records)
    for (LoopEnd* end : {&record.loop.a, &record.loop.b})
      if (end->body.tree >= 0) end->body.tree = trees[static_cast<std::size_t>(end->body.tree)];
}

void refresh_loops(World::Impl& world) {
  if (!world.model.loop_records.empty() || !world.step.loops.loops.empty())
    set_loops(world, std::vector<LoopRecord>(world.model.loop_records));
}

bool anchors_loop(const World::Impl& world, const ModelSetup& model) {
  const auto is_anchor = [&](const LoopEnd& end, const std::string& name) {
    return end.body.tree < 0 && model_of(name) == model.name;
  };
  return std::any_of(world.model.loop_records.begin(), world.model.loop_records.end(),
                     [&](const LoopRecord& record) {
                       return is_anchor(record.loop.a, record.spec.a) ||
                              is_anchor(record.loop.b, record.spec.b);
                     });
}

LoopSpec resolved_spec(const LoopRecord& record) {
  LoopSpec spec = record.spec;
  spec.pose = record.pose;
  spec.at_b = record.at_b;
  spec.length = record.loop.length > 0 ? std::optional(record.loop.length) : record.spec.length;
  spec.offset = record.loop.offset;
  return spec;
}

void restore_loops(World& owner, const std::vector<DescribedLoop>& loops) {
  World::Impl& world = owner.impl();
  place_scripts(world.model, world.state, world.step);
  const std::vector<LoopRecord> ties = world.model.loop_records;
  std::vector<LoopRecord> records;
  for (const DescribedLoop& loop : loops) {
    if (!loop.script.empty()) {
      for (const LoopRecord& tie : ties)
        if (tie.spec.b == loop.script) records.push_back(tie);
      continue;
    }
    records.push_back(resolve_loop(owner, loop.spec));
    records.back().id = {world.model.next_loop++};
  }
  set_loops(world, std::move(records));
  for (const LoopRecord& record : world.model.loop_records)
    if (!is_tie(record)) exclude_contacts(world, record);
}

std::vector<DescribedLoop> described_loops(const World::Impl& world) {
  std::vector<DescribedLoop> loops;
  for (const LoopRecord& record : world.model.loop_records) {
    if (is_tie(record)) {
      loops.push_back({record.spec.b, {}});
    } else {
      loops.push_back({"", resolved_spec(record)});
    }
  }
  return loops;
}

void make_room_for_tree(World::Impl& world, int tree) {
  if (world.model.loop_records.empty()) return;
  std::vector<LoopRecord> records = world.model.loop_records;
  for (LoopRecord& record : records)
    for (LoopEnd* end : {&record.loop.a, &record.loop.b})
      if (end->body.tree >= tree) ++end->body.tree;
  set_loops(world, std::move(records));
}

void tie_base_to_script(World::Impl& world, int number) {
  const ModelSetup& model = world.model.model(number);
  LoopRecord record;
  record.spec.a = "world";
  record.spec.b = model.name;
  record.name = "script of the base of '" + model.name + "'";
  record.loop.b.body = {model.tree, 0};
  record.script_a = number;
  std::vector<LoopRecord> records = world.model.loop_records;
  records.push_back(record);
  set_loops(world, std::move(records));
  arrive_loop_ends(world.model, world.step);
}

}  // namespace cardan
