#pragma once

#include "cardan/sim/data/world_data_internal.h"

namespace cardan {

/// A tree whose fastest body turns by less than this in a step is slow: velocity products at v, or
/// extrapolated, suffice [rad].
inline constexpr double kSlowTurn = 0.005;

/// Turn of the fastest body in a step above which a tree moves without forces between them [rad].
double flight_turn(const Skeleton& skeleton);

/// Adds the gyroscopic change of velocity of a free body to the whitened impulse z0, which must be
/// that of all other forces, and writes q⁺ of the free motion to q_next. Needs kinematics and the
/// factor of M̂. Angular momentum and, without forces, energy are kept to rounding
/// (docs/theory/rotation.md).
void add_free_flight(const ModelRef& model, double h);

/// The motion of a model without rows in this step: rows hold for v⁺, and a flight moves q by other
/// velocities on its way. A free body moves by the flight
/// that add_free_flight found. A tree that turns fast flies too, or gets velocity products of the
/// middle of its velocities. Writes ModelScratch::in_free_flight; if it is true, q_next is q⁺, and
/// velocity_change is v⁺ − v of a tree. Needs the kinematics and the factor of the step; overwrites
/// the kinematics.
void move_undisturbed(const WorldModel& world, const StepIslands& islands, const ModelRef& model);

}  // namespace cardan
