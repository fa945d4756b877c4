#pragma once

#include "cardan/dynamics/urdf/mesh_loader.h"
#include "cardan/sim/spec.h"

namespace cardan {

/// Loads the meshes of a body or of the parts of a compound, unless they are in memory. Throws
/// Error as load_mesh does.
void load_meshes(ModelSpec& spec, MeshCache& meshes);

}  // namespace cardan
