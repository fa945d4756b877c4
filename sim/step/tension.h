#pragma once

#include "sim/data/world_data.h"

namespace cardan {

/// Adds the positive part of h² K_g to M̂ before its factorisation. Needs the kinematics and crba.
void add_geometric_stiffness(const WorldModel& world, const ModelRef& model);

/// Estimates the fastest mode of tension. Needs the kinematics and the factor of M̂.
void estimate_tension_mode(const WorldModel& world, const ModelRef& model);

/// Returns the largest h ω of a mode with constant stiffness for which the integrator is stable.
double stable_turn(Integrator integrator);

/// Returns the message that names the joint of an unstable mode and gives remedies.
std::string tension_text(const Skeleton& skeleton, const TensionMode& mode, double h,
                         Integrator integrator);

}  // namespace cardan
