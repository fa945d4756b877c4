#pragma once

#include "sim/data/world_data.h"

/// Functions for islands at rest, which are not stepped until something touches them
/// (docs/theory/sleep.md).
namespace cardan {

/// Wakes the group of a model. Does nothing if the model is awake.
void wake(const WorldModel& world, WorldState& state, StepData& step, const ModelRef& model);
void wake_all(const WorldModel& world, WorldState& state, StepData& step);

/// Called when the user sets new forces or targets of a model.
void disturb(const WorldModel& world, WorldState& state, StepData& step, const ModelRef& model);

/// Called after a detection. Wakes the groups that an awake body has approached. Returns true if
/// there was such a group; the step then starts again.
bool wake_touched(const WorldModel& world, WorldState& state, StepData& step);

/// True if nothing moves and no motion is requested, so that a step only advances the time.
bool all_asleep(const WorldModel& world, const WorldState& state);
void pass_time(const WorldModel& world, WorldState& state, StepData& step);

/// Called after integration. Measures how long each tree has been at rest, and chooses the islands
/// that fall asleep.
void choose_sleepers(const WorldModel& world, WorldState& state, StepData& step);
/// Called after the contacts were read. Excludes the chosen islands from later steps.
void fall_asleep(const WorldModel& world, WorldState& state, StepData& step);
/// Restores a group of trees that sleep together in a saved state, with their impulse memory.
void lay_down(const WorldModel& world, WorldState& state, StepData& step,
              const std::vector<int>& trees, const ConstraintMemory& memory);
/// Called before the state is replaced. The bodies of all sleepers take part in detection again.
void release_sleepers(const WorldModel& world, const WorldState& state, StepData& step);
/// Called after the state was replaced. Passes the poses of the sleepers to the detection.
void rest_sleepers(const WorldModel& world, WorldState& state, StepData& step);
/// Appends the contacts of sleeping groups to those of this step.
void add_sleeping_contacts(const WorldState& state, const StepData& step);

}  // namespace cardan
