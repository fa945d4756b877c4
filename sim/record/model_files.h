#pragma once

#include <string>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/reader.h"
#include "cardan/sim/spec.h"

namespace cardan {

/// A file from which a model is read.
struct ModelFile {
  std::string path;  ///< absolute
  std::string what;  ///< "the robot", "a mesh", "the SRDF file", "the heights"
};

/// Files of a robot: its URDF, the meshes of its shapes in all places that the reader searches, and
/// its SRDF file. Throws Error for an unreadable URDF.
CARDAN_API std::vector<ModelFile> robot_files(const std::string& urdf, const UrdfOptions& options);

/// Files from which a model is read: those of its robot, or those of its geometry.
CARDAN_API std::vector<ModelFile> model_files(const ModelSpec& model);

}  // namespace cardan
