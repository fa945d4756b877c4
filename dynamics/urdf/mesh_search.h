#pragma once

#include "cardan/export.h"
#include "cardan/robot_description.h"
#include "dynamics/urdf/resolve_mesh.h"

namespace cardan {

/// Returns the places in which the reader searches for the meshes and images of a robot that was
/// read with the given options. Relative paths refer to options.directory or, if it is "", to the
/// folder of the file.
CARDAN_API MeshSearch mesh_search(const RobotDescription& robot, const UrdfOptions& options);

}  // namespace cardan
