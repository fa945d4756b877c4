#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// The parts of a mesh file, in file order.
using MeshParts = std::vector<std::shared_ptr<const TriangleMesh>>;

/// Reads the triangles of a mesh file (STL, OBJ, DAE, …), one part per OBJ group or mesh instance.
/// Node transforms and scale are applied, the winding is flipped if the determinant of the
/// transform is negative, equal vertices are welded, and degenerate triangles are removed. For
/// COLLADA files, up_axis is ignored, as in RViz, but `unit` is applied. Throws an Error that names
/// the file if it is unreadable, a Git LFS pointer, truncated or without triangles, or if a vertex
/// is not finite.
CARDAN_API MeshParts load_mesh(const std::string& file, const Vector3& scale);

/// Loads each combination of file and scale once.
class CARDAN_API MeshCache {
 public:
  /// Like load_mesh, and throws the same errors. The reference is valid as long as the cache
  /// exists.
  const MeshParts& load(const std::string& file, const Vector3& scale);

 private:
  std::map<std::tuple<std::string, double, double, double>, MeshParts> meshes_;
};

}  // namespace cardan
