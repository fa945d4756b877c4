#pragma once

#include <vector>

#include "cardan/robot_description.h"
#include "cardan/skeleton.h"

namespace cardan::urdf {

/// URDF files use large numbers for "no bound". Values of at least the following magnitudes are
/// treated as infinite; no real joint reaches them.
constexpr double kFakeInfinity = 1e5;  ///< threshold for lower and upper [rad, m]
constexpr double kFakeEffort = 1e9;    ///< threshold for effort and velocity [N, N m, m/s, rad/s]

/// Returns the properties that the plain URDF elements give to every DoF of a joint. Absent limits
/// are infinite; effort 0 means "no motor", effort < 0 means "no bound" (docs/urdf.md).
DofProperties plain_dof(const JointRecord& joint);

/// Returns the properties of each DoF of a joint, including those of <cardan:freedom>.
std::vector<DofProperties> dof_properties(const JointRecord& joint);

}  // namespace cardan::urdf
