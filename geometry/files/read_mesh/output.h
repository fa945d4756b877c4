#pragma once

#include <vector>

#include "cardan/geometry.h"
#include "geometry/files/drawn_mesh.h"

/// Functions that write the standard output of cardan-read-mesh (mesh_stream.h). They
/// return false if the output is closed.
namespace cardan::mesh {

bool put_parts(const std::vector<TriangleMesh>& parts);
bool put_drawing(const DrawnMesh& drawing);

}  // namespace cardan::mesh
