#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

using MeshParts = std::vector<std::shared_ptr<const TriangleMesh>>;

/// Reads the triangles of a mesh file (STL, OBJ, DAE, …): one part per OBJ group or mesh instance,
/// node transforms and scale applied, winding flipped where their determinant is negative, equal
/// vertices welded, degenerate triangles dropped. COLLADA: up_axis ignored as rviz does, unit
/// applied. Throws Error that names the file: not readable, Git LFS pointer, truncated, without
/// triangles, non-finite vertex.
CARDAN_API MeshParts load_mesh(const std::string& file, const Vector3& scale);

/// Each (file, scale) is read once.
class CARDAN_API MeshCache {
 public:
  const MeshParts& load(const std::string& file, const Vector3& scale);

 private:
  std::map<std::tuple<std::string, double, double, double>, MeshParts> meshes_;
};

}  // namespace cardan
