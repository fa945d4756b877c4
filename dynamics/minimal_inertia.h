#pragma once

#include <vector>

#include "cardan/error.h"
#include "cardan/skeleton.h"

namespace cardan {

/// Makes the mass matrix of a tree nonsingular. A DoF without inertia (a moving leaf without mass,
/// a wheel without inertia about its axle) has a zero pivot in M = Lᵀ D L at a configuration in
/// general position. The body of the joint then receives
///   mass    1e-6 m_total               [kg], at the origin of its link, if it has no mass
///   inertia 1e-9 m² m_total in each axis [kg m²] (a radius of gyration of 3 cm of that mass)
/// and a warning is added. These values are small compared with the robot and large compared with
/// rounding errors. The same is done for DoFs without inertia in the neutral configuration, where
/// axes are often aligned; other configurations in which M is singular are not found. Throws Error
/// if the whole moving tree has no mass. Throws an Error that names the DoF if a DoF remains
/// singular in general position.
void give_minimal_inertia(Skeleton& skeleton, std::vector<Diagnostic>& diagnostics);

}  // namespace cardan
