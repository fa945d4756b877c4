#pragma once

#include <string>

#include "cardan/export.h"
#include "cardan/geometry.h"

namespace cardan {

/// Throws an Error that names the mesh `name` if a triangle refers to a vertex that does not exist.
/// Meshes also come from user code, so code that uses the indices must call this function first.
CARDAN_API void check_triangles(const TriangleMesh& mesh, const std::string& name);

}  // namespace cardan
