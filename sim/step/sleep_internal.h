#pragma once

#include "cardan/sim/data/world_data_internal.h"

/// Islands at rest that are not stepped until something touches them (docs/theory/sleep.md).
namespace cardan {

/// Wakes the group of a model; nothing if it is awake.
void wake(const WorldModel& world, WorldState& state, StepData& step, const ModelRef& model);
void wake_all(const WorldModel& world, WorldState& state, StepData& step);

/// Called when the user gives new forces or targets to a model.
void disturb(const WorldModel& world, WorldState& state, StepData& step, const ModelRef& model);

/// After a detection: groups that something awake has come near wake up. True if there was one: the
/// step starts again.
bool wake_touched(const WorldModel& world, WorldState& state, StepData& step);

/// Nothing moves and nothing is asked for: the step is the time alone.
bool all_asleep(const WorldModel& world, const WorldState& state);
void pass_time(const WorldModel& world, WorldState& state, StepData& step);

/// After integration: counts how long each tree has been still, and chooses what falls asleep.
void choose_sleepers(const WorldModel& world, WorldState& state, StepData& step);
/// After the contacts were read: takes the chosen out of the steps to come.
void fall_asleep(const WorldModel& world, WorldState& state, StepData& step);
/// Restores a saved state: these trees sleep together, with this memory.
void lay_down(const WorldModel& world, WorldState& state, StepData& step,
              const std::vector<int>& trees, const ConstraintMemory& memory);
/// The contacts of sleepers, after those of this step.
void add_sleeping_contacts(const WorldState& state, const StepData& step);

}  // namespace cardan
