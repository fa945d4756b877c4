#pragma once

#include <vector>

#include "cardan/dynamics/skeleton.h"
#include "cardan/dynamics/urdf/robot_description.h"

namespace cardan::urdf {

/// From here on a number stands for "no bound" in people's files; no joint goes or pulls that far.
constexpr double kFakeInfinity = 1e5;  ///< of lower and upper [rad, m]
constexpr double kFakeEffort = 1e9;    ///< of effort and velocity [N, N m, m/s, rad/s]

/// Properties that URDF's plain elements give every freedom of a joint: absent limits are infinite;
/// effort 0 says "no motor", effort < 0 "no bound" (docs/urdf.md).
DofProperties plain_freedom(const JointRecord& joint);

/// Each freedom of a joint, with what <cardan:freedom> adds.
std::vector<DofProperties> freedom_properties(const JointRecord& joint);

}  // namespace cardan::urdf
