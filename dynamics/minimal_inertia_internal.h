#pragma once

#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// Makes the mass matrix of a tree regular: a freedom that nothing resists (a moving leaf without
/// mass, a wheel without inertia about its axle) has a zero pivot in M = Lᵀ D L at a configuration
/// in general position. The body of its joint is then given
///   mass    1e-6 m_total               [kg], at its link's origin, if it has none
///   inertia 1e-9 m² m_total in each axis [kg m²] (a radius of gyration of 3 cm of that mass)
/// and a warning. Small against the robot, large against rounding. Throws Error if the whole moving
/// tree has no mass, or if a freedom stays singular, naming it.
void give_minimal_inertia(Skeleton& skeleton, std::vector<Diagnostic>& diagnostics);

}  // namespace cardan
