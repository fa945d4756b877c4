#pragma once

#include "cardan/sim/data/world_data_internal.h"

namespace cardan {

/// Adds the gyroscopic change of velocity of a free body to the whitened impulse z0, which must be
/// that of all other forces, and writes q⁺ of the free motion to q_next. Needs kinematics and the
/// factor of M̂. Angular momentum and, without forces, energy are kept to rounding
/// (docs/theory/rotation.md).
void add_free_flight(const ModelRef& model, double h);

/// Decides whether the model moves by its free flight, because no impulse acted on it in this step:
/// a free body by the flight that add_free_flight found, a tree that turns fast by one that is
/// computed here. Writes ModelScratch::in_free_flight; if it is true, q_next is q⁺ and z the
/// whitened change of velocity. Needs the kinematics and the factor of the step; overwrites the
/// kinematics.
void fly_if_undisturbed(const WorldModel& world, const ModelRef& model);

}  // namespace cardan
