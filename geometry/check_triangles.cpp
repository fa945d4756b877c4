#include "geometry/check_triangles.h"

#include "cardan/error.h"

namespace cardan {

void check_triangles(const TriangleMesh& mesh, const std::string& name) {
  const int count = static_cast<int>(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const int v : mesh.triangles[t]) {
      if (v >= 0 && v < count) continue;
      std::string what = "triangle ";
      what.append(std::to_string(t)).append(" names vertex ").append(std::to_string(v));
      throw Error(what, name, "the mesh has " + std::to_string(count) + " vertices, from 0");
    }
  }
}

}  // namespace cardan
