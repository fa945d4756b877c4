#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes poses and joint axes in world axes [Featherstone 2008, sec. 4.4] into R, p, S and O_W
/// of data. q: (nq).
CARDAN_API void forward_kinematics(const Skeleton& skeleton, Data& data, const double* q);

/// Computes the same quantities and the body velocities V. v: (nv).
CARDAN_API void forward_kinematics(const Skeleton& skeleton, Data& data, const double* q,
                                   const double* v);

/// Returns the pose of a frame in W.
CARDAN_API RigidTransform frame_pose(const Skeleton& skeleton, const Data& data, int frame);

}  // namespace cardan
