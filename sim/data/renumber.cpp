#include "sim/data/renumber.h"

#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "collision/collision_scene_impl.h"

namespace cardan {

namespace {

using EntryList = std::vector<ConstraintMemory::Entry>;

// Calls new_key(entry) for each entry. It changes the key, or returns false to drop the entry.
template <class NewKey>
void change_keys(EntryList& entries, const NewKey& new_key) {
  std::size_t kept = 0;
  for (ConstraintMemory::Entry& entry : entries)
    if (new_key(entry)) entries[kept++] = entry;
  entries.resize(kept);
}

// The keys of a state from a program may refer to objects that do not exist. Such entries are
// dropped.

// Inverse of contact_key().
bool renumber_contact(const NewNumbers& numbers, ConstraintMemory::Entry& entry) {
  const auto before = static_cast<std::uint64_t>(numbers.ranks.size());
  const std::uint64_t pair = (static_cast<std::uint64_t>(entry.key_high) << 32) | (entry.key >> 32);
  if (pair / before >= before) return false;
  const int a = numbers.ranks[pair / before], b = numbers.ranks[pair % before];
  if (a == kGone || b == kGone) return false;
  const MemoryKey key =
      contact_key(a, b, numbers.ranks_after, static_cast<std::uint32_t>(entry.key));
  entry.key = key.key;
  entry.key_high = key.key_high;
  return true;
}

// The tree is in the upper half of the key, see joint_key().
bool renumber_tree(const std::vector<int>& trees, ConstraintMemory::Entry& entry) {
  const std::uint64_t before = entry.key >> 32;
  const int tree = before < trees.size() ? trees[before] : kGone;
  if (tree == kGone) return false;
  entry.key = (static_cast<std::uint64_t>(tree) << 32) | (entry.key & 0xffffffffU);
  return true;
}

bool renumber_loop(const std::vector<int>& loops, ConstraintMemory::Entry& entry) {
  constexpr std::uint64_t kRows = 8;  // see loop_row_key()
  const std::uint64_t before = entry.key / kRows;
  const int loop = before < loops.size() ? loops[before] : kGone;
  if (loop == kGone) return false;
  entry.key = static_cast<std::uint64_t>(loop) * kRows + entry.key % kRows;
  return true;
}

}  // namespace

void renumber(const NewNumbers& numbers, ConstraintMemory& memory) {
  if (!numbers.ranks.empty()) {
    for (EntryList* list : {&memory.contacts, &memory.torsions, &memory.rollings})
      change_keys(*list, [&](auto& entry) { return renumber_contact(numbers, entry); });
  }
  if (!numbers.trees.empty()) {
    for (EntryList* list : {&memory.limits, &memory.frictions, &memory.motors})
      change_keys(*list, [&](auto& entry) { return renumber_tree(numbers.trees, entry); });
  }
  if (!numbers.loops.empty())
    change_keys(memory.loops, [&](auto& entry) { return renumber_loop(numbers.loops, entry); });
}

std::vector<int> numbers_without(int count, int gone) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    numbers[static_cast<std::size_t>(i)] = i == gone ? kGone : i - (i > gone ? 1 : 0);
  return numbers;
}

void forget_contacts_of(World::Impl& world, const ModelSetup& model) {
  const CollisionScene::Impl& scene = world.step.collision.impl();
  ConstraintMemory& memory = world.state.memory;
  const auto count = static_cast<int>(scene.objects.size());
  if (count == 0) return;
  NewNumbers numbers;
  numbers.ranks_after = count;
  for (int rank = 0; rank < count; ++rank) numbers.ranks.push_back(rank);
  for (const ShapeInstance& shape : model.shapes) {
    const auto handle = static_cast<std::size_t>(shape.handle);
    if (handle < scene.rank_of.size())
      numbers.ranks[static_cast<std::size_t>(scene.rank_of[handle])] = kGone;
  }
  renumber(numbers, memory);
}

void require_between_steps(const World::Impl& world, const char* what) {
  if (!world.step_begun) return;
  throw Error(std::string(what) + " is called between begin_step and finish_step", "World",
              "call it before begin_step or after finish_step");
}

void refuse_in_batch(const World::Impl& world, const std::string& what) {
  if (!world.of_batch) return;
  throw Error(what + " in a world of a batch", "Batch",
              "all its worlds have the same models and loops");
}

}  // namespace cardan
