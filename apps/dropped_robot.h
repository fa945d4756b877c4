#pragma once

#include <string>

#include "cardan/dynamics/urdf/robot_model.h"

namespace cardan::app {

/// True for the name of a robot file (.urdf, .xml).
bool is_robot_file(const std::string& file);

/// Height of the base [m] at which the robot stands on the ground z = 0 in its initial posture. A
/// floating robot is 5 cm higher.
double drop_height(const RobotModel& robot);

/// Text of a scene in which a robot is dropped on the ground. PD control holds each joint with a
/// motor, that is, with an effort limit, in its initial posture. Throws Error for a robot that
/// cannot be loaded.
std::string dropped_robot_scene(const std::string& file);

}  // namespace cardan::app
