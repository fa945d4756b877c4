#include "cardan/error.h"
#include "core/nearest.h"
#include "sim/assembly/add_loop.h"
#include "sim/assembly/loop_parts.h"
#include "sim/assembly/loops.h"
#include "sim/data/change_log.h"
#include "sim/data/check_spec.h"
#include "sim/data/renumber.h"
#include "sim/data/world_impl.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Removes the records for which gone(record) is true, and their impulses of the last step.
template <class Gone>
void remove_records(World::Impl& world, const Gone& gone) {
  std::vector<LoopRecord> kept;
  NewNumbers numbers;
  for (const LoopRecord& record : world.model.loop_records) {
    const bool stays = !gone(record);
    numbers.loops.push_back(stays ? static_cast<int>(kept.size()) : kGone);
    if (stays) {
      kept.push_back(record);
    } else if (!is_tie(record)) {
      include_contacts(world, record);
    }
  }
  if (kept.size() == world.model.loop_records.size()) return;
  renumber(numbers, world.state.memory);
  world.step.report.worst_loop = -1;
  set_loops(world, std::move(kept));
}

void remove_record(World::Impl& world, LoopId id) {
  forget_islands(world);
  wake_all(world.model, world.state, world.step);
  remove_records(world, [&](const LoopRecord& record) {
    if (record.id != id) return false;
    for (const LoopEnd* end : {&record.loop.a, &record.loop.b})
      if (end->body.tree >= 0)
        tree_ref(world.model, world.state, world.step, end->body.tree).state.set_undisturbed(0);
    return true;
  });
}

const LoopRecord* find_loop(const World::Impl& world, LoopId id) {
  if (id == LoopId{}) return nullptr;
  for (const LoopRecord& record : world.model.loop_records)
    if (record.id == id) return &record;
  return nullptr;
}

const LoopRecord& require_loop(const World::Impl& world, LoopId id) {
  if (const LoopRecord* record = find_loop(world, id)) return *record;
  const bool was = id.value >= 0 && id.value < world.model.next_loop;
  throw Error("loop " + std::to_string(id.value) + (was ? " was removed" : " does not exist"),
              "loops", "ids come from add_loop of the same world");
}

// Finds a loop by LoopSpec::name, else by its name in messages.
const LoopRecord& require_loop(const World::Impl& world, std::string_view name) {
  std::vector<std::string> known;
  const LoopRecord* found = nullptr;
  for (const LoopRecord& record : world.model.loop_records) {
    if (is_tie(record)) continue;
    if (!record.spec.name.empty() && record.spec.name == name) return record;
    known.push_back(record.spec.name.empty() ? record.name : record.spec.name);
    if (record.name != name) continue;
    if (found != nullptr)
      throw Error("several loops are named \"" + std::string(name) + "\"", "loops",
                  "remove it by the id that add_loop returned");
    found = &record;
  }
  if (found == nullptr)
    throw Error("unknown loop \"" + std::string(name) + "\"", "loops",
                suggest_name(std::string(name), known));
  return *found;
}

}  // namespace

void World::remove_loop(LoopId loop) {
  Impl& world = impl();
  require_between_steps(world, "remove_loop");
  refuse_in_batch(world, "a loop cannot be removed");
  const LoopId id = require_loop(world, loop).id;
  // The log stores the position of the loop, because its id differs in a world that is built again.
  std::uint64_t place = 0;
  while (world.model.loop_records[place].id != id) ++place;
  remove_record(world, id);
  log_change(world, ChangeKind::kRemoveLoop, [&](ChangeWriter& out) { out.count(place); });
}

void World::remove_loop(std::string_view name) { remove_loop(require_loop(impl(), name).id); }

const LoopInfo& World::loop(LoopId loop) const {
  const LoopRecord& record = require_loop(impl(), loop);
  return impl()
      .step.loops.infos[static_cast<std::size_t>(&record - impl().model.loop_records.data())];
}

void remove_loops_of(World::Impl& world, const std::string& model) {
  remove_records(world, [&](const LoopRecord& record) {
    return model_of(record.spec.a) == model || model_of(record.spec.b) == model;
  });
}

}  // namespace cardan
