#pragma once

#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/robot_model.h"

namespace cardan {

/// MJCF text of a robot, and the data of the robot that MJCF cannot represent.
struct WrittenMjcf {
  std::string text;                ///< contents of the file
  std::vector<Diagnostic> losses;  ///< warnings; their `element` is a link or joint
};

/// Writes a robot: links as nested bodies, joints, inertias, collision shapes, friction, excluded
/// pairs, followers as joint equalities, motors with bounded effort, and postures as keyframes.
/// read_mjcf and mjcf_parts recover the same joints, masses and shapes. Visuals are not written.
/// Mesh files are written relative to mesh_directory, or as absolute paths if it is "".
CARDAN_API WrittenMjcf write_mjcf(const RobotModel& robot, const std::string& mesh_directory = "");

}  // namespace cardan
