#include <map>

#include "cardan/collision/mesh_pairs_internal.h"

namespace cardan {
namespace {

constexpr double kConvexEdge =
    1e-9;  // relative: the neighbour's corner must lie this far below the plane

struct Neighbour {
  int triangle = -1, edge = -1;
};

// One index for each distinct position.
std::vector<int> weld(const std::vector<Vector3>& vertices) {
  std::map<std::array<double, 3>, int> first;
  std::vector<int> index;
  for (const Vector3& v : vertices) {
    const int next = static_cast<int>(first.size());
    index.push_back(first.emplace(std::array<double, 3>{v.x(), v.y(), v.z()}, next).first->second);
  }
  return index;
}

}  // namespace

MeshTopology make_mesh_topology(const TriangleMesh& mesh) {
  const auto vertex = [&](int i) -> const Vector3& {
    return mesh.vertices[static_cast<std::size_t>(i)];
  };
  MeshTopology topology;
  const std::vector<int> welded = weld(mesh.vertices);
  std::map<std::array<int, 2>, std::vector<Neighbour>> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [i, j, k] = mesh.triangles[t];
    const Vector3 n = (vertex(j) - vertex(i)).cross(vertex(k) - vertex(i));
    topology.normals.push_back(n.norm() > 0 ? Vector3(n.normalized()) : Vector3::Zero());
    topology.least_cosine.push_back({-1, -1, -1});
    if (n.norm() == 0) continue;
    for (std::size_t e = 0; e < 3; ++e) {
      const int p = welded[static_cast<std::size_t>(mesh.triangles[t][e])];
      const int q = welded[static_cast<std::size_t>(mesh.triangles[t][(e + 1) % 3])];
      edges[{std::min(p, q), std::max(p, q)}].push_back({static_cast<int>(t), static_cast<int>(e)});
    }
  }
  for (const auto& [key, sides] : edges) {
    if (sides.size() != 2) continue;  // a boundary, or an edge of more than two triangles
    for (int s = 0; s < 2; ++s) {
      const Neighbour& own = sides[static_cast<std::size_t>(s)];
      const Neighbour& other = sides[static_cast<std::size_t>(1 - s)];
      const auto& own_corners = mesh.triangles[static_cast<std::size_t>(own.triangle)];
      const auto& other_corners = mesh.triangles[static_cast<std::size_t>(other.triangle)];
      const Vector3& n = topology.normals[static_cast<std::size_t>(own.triangle)];
      const Vector3 away = vertex(other_corners[static_cast<std::size_t>((other.edge + 2) % 3)]) -
                           vertex(own_corners[static_cast<std::size_t>(own.edge)]);
      const bool convex = n.dot(away) < -kConvexEdge * away.norm();
      const double cosine = n.dot(topology.normals[static_cast<std::size_t>(other.triangle)]);
      topology.least_cosine[static_cast<std::size_t>(own.triangle)]
                           [static_cast<std::size_t>(own.edge)] = convex ? cosine : 1;
    }
  }
  return topology;
}

}  // namespace cardan
