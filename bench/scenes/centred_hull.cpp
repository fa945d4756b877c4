#include "bench/scenes/centred_hull.h"

#include "bench/peers/peer.h"
#include "cardan/shape.h"
#include "geometry/mesh_moments.h"

namespace cardan::bench {

TriangleMesh centred_hull(const std::vector<Vector3>& points, const std::string& name) {
  const auto hull = make_convex_hull(points, name);
  TriangleMesh mesh;
  mesh.vertices = hull->vertices;
  for (const std::vector<int>& face : hull->faces)
    for (std::size_t i = 2; i < face.size(); ++i)
      mesh.triangles.push_back({face[0], face[i - 1], face[i]});
  MeshMoments moments;
  moments.add(mesh);
  const SpatialInertia inertia = moments.inertia(1);
  const Matrix3 axes = peers::principal_inertia(inertia).axes.toRotationMatrix();
  for (Vector3& vertex : mesh.vertices) vertex = axes.transpose() * (vertex - inertia.com);
  return mesh;
}

}  // namespace cardan::bench
