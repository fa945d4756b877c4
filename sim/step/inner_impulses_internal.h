#pragma once

#include "cardan/dynamics/force_free_motion.h"
#include "cardan/sim/data/world_data_internal.h"

/// Impulses of limits, friction in joints and contacts between links of one tree change no momentum
/// of the tree (docs/theory/rotation.md).
namespace cardan {

/// True for a floating tree that turns fast and has rows in this step, all of them within it.
bool has_inner_impulses_alone(const WorldModel& world, const StepData& step,
                              const ConstModelRef& model);

/// Centre of mass and momentum after the step of such a tree, from those before it and the forces
/// from outside. Needs the kinematics of the start of the step, and its external efforts.
CentralMomentum momentum_after_step(const WorldModel& world, const ConstModelRef& model);

}  // namespace cardan
