#pragma once

#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/urdf.h"

namespace cardan {

struct ModelSpec;

/// A file from which a model is read.
struct ModelFile {
  std::string path;  ///< absolute path
  /// Kind of file in messages: "the robot", "a mesh", "the SRDF file" or "the heights".
  std::string what;
};

/// Returns the files of a robot: its URDF file, the meshes of its shapes in all places that the
/// reader searches, and its SRDF file. Throws Error for an unreadable URDF.
CARDAN_API std::vector<ModelFile> robot_files(const std::string& urdf, const UrdfOptions& options);

/// Returns the files from which a model is read: those of its robot or of its geometry.
CARDAN_API std::vector<ModelFile> model_files(const ModelSpec& model);

}  // namespace cardan
