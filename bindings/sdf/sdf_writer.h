#pragma once

#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/dynamics/urdf/robot_model.h"

namespace cardan {

/// SDF text of a robot, and the data of the robot that SDF cannot represent.
struct WrittenSdf {
  std::string text;                ///< contents of the file
  std::vector<Diagnostic> losses;  ///< warnings; their `element` is a link or joint
};

/// Writes a robot as a model of SDF 1.9: links with the inertia of the whole body, links that are
/// fixed to another link as frames, joints, collision shapes and surfaces. A scene that load_sdf
/// reads from it has the same joints, masses and shapes. Visuals, postures and excluded pairs are
/// not written. Mesh files are written relative to mesh_directory, or as absolute paths if it is
/// "". Throws Error for joints that SDF does not have (planar, floating below a link).
WrittenSdf write_sdf(const RobotModel& robot, const std::string& mesh_directory = "");

}  // namespace cardan
