#pragma once

#include "cardan/mesh_files.h"

namespace cardan {

struct ModelSpec;

/// Loads the meshes of a body or of the parts of a compound, unless they are in memory. Throws
/// Error as load_mesh does.
void load_meshes(ModelSpec& spec, MeshCache& meshes);

}  // namespace cardan
