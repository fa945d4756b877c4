#pragma once

#include <vector>

#include "cardan/constraint/base_problem.h"
#include "cardan/sim/world.h"

/// Islands at rest that are not stepped until something touches them (docs/theory/sleep.md).
namespace cardan {

/// Collision handles of the two sides of a contact.
struct ContactShapes {
  int a = -1, b = -1;
};

/// Trees that fell asleep together: one island, or a tree without constraints.
struct SleepGroup {
  std::vector<int> trees;  ///< ascending
  ConstraintMemory memory;
  std::vector<ContactInfo> contacts;  ///< as they were last
  std::vector<ContactShapes> contact_shapes;
};

/// A group that left gives its storage to the next that comes.
struct SleepState {
  std::vector<SleepGroup> groups;  ///< the first `count`, in the order in which they fell asleep
  int count = 0;
  std::vector<char> dozing;  ///< (islands of this step) 1: it falls asleep after it
  int sleeping_trees = 0;
};

/// Wakes the group of a model; nothing if it is awake.
void wake(World::Impl& world, Model::Impl& model);
void wake_all(World::Impl& world);

/// Called when the user gives new forces or targets to a model.
void disturb(Model::Impl& model);

/// After a detection: groups that something awake has come near wake up. True if there was one: the
/// step starts again.
bool wake_touched(World::Impl& world);

/// Nothing moves and nothing is asked for: the step is the time alone.
bool all_asleep(const World::Impl& world);
void pass_time(World::Impl& world);

/// After integration: counts how long each tree has been still, and chooses what falls asleep.
void choose_sleepers(World::Impl& world);
/// After the contacts were read: takes the chosen out of the steps to come.
void fall_asleep(World::Impl& world);
/// Restores a saved state: these trees sleep together, with this memory.
void lay_down(World::Impl& world, const std::vector<int>& trees, const ConstraintMemory& memory);
/// The contacts of sleepers, after those of this step.
void add_sleeping_contacts(const World::Impl& world);

}  // namespace cardan
