#pragma once

#include <string>
#include <vector>

#include "cardan/robot_model.h"

namespace cardan::app {

/// True for the name of a robot file (.urdf, .xml, .xacro).
bool is_robot_file(const std::string& file);

/// Height of the base [m] at which the robot stands on the ground z = 0 in its initial posture. For
/// a floating robot, the height is 5 cm greater.
double drop_height(const RobotModel& robot);

/// Text of a scene in which a robot is dropped on the ground. PD control holds each joint that has
/// a motor (that is, an effort limit) at its initial position. Throws Error for a robot that cannot
/// be loaded. xacro_arguments: see robot_source.
std::string dropped_robot_scene(const std::string& file,
                                const std::vector<std::string>& xacro_arguments);

}  // namespace cardan::app
