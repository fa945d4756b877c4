#pragma once

#include <string>

#include "cardan/dynamics/urdf/build_skeleton.h"

namespace cardan::bench {

/// The robot as URDF: link "b<i>" for body i with its shapes, joint "j<i>" above it, without
/// limits.
std::string robot_urdf(const RobotModel& robot);

}  // namespace cardan::bench
