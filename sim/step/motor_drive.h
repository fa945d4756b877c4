#pragma once

#include "sim/data/world_data.h"

/// Functions that handle motors in the stages of a step.
namespace cardan {

/// Moves the commands of this step into the delay lines and computes the curves of all motors.
void command_motors(const WorldModel& world, WorldState& state, StepData& step);

/// Writes the efforts of the motors at v into applied_tau.
void apply_motor_efforts(const ModelRef& model);

/// Adds h times the slopes of the curve pieces that M̂ contains to damping_diagonal.
void add_motor_damping(const ModelRef& model, double h);

/// Turns each motor for which v⁺ = v + velocity_change is outside the curve piece in M̂ into rows.
/// Returns true if there was such a motor.
bool make_rows_of_motors(const ModelRef& model, const LawTimes& times);

/// Adds the rows of the motors. Adds their Stribeck friction to the joint frictions of the model,
/// which begin at index first_friction.
void add_motor_rows(StepData& step, const ConstModelRef& model, std::size_t first_friction);

/// Stores the efforts that acted in the step.
void finish_motors(const WorldModel& world, WorldState& state, StepData& step);

}  // namespace cardan
