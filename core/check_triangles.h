#pragma once

#include <string>

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// Throws Error under `name` where a triangle names a vertex that the mesh does not have. Programs
/// make meshes too: whatever follows the indices checks them first.
CARDAN_API void check_triangles(const TriangleMesh& mesh, const std::string& name);

}  // namespace cardan
