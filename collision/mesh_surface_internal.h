#pragma once

#include "cardan/collision/surface_internal.h"

namespace cardan {

/// An edge of a mesh between welded vertices, and the triangles that it bounds.
struct MeshEdge {
  int p = -1, q = -1;
  std::array<int, 2> opposite{-1, -1};  ///< third corners; -1: none
  Vector3 outward = Vector3::Zero();
};

/// A mesh ready for contact: neighbours by the position of the vertices, as files often repeat them
/// per triangle, and a tree over the triangles.
class MeshSurface {
 public:
  explicit MeshSurface(std::shared_ptr<const TriangleMesh> mesh);

  const TriangleTree& tree() const { return tree_; }

  /// Triangles that touch a box in the frame of the mesh, ascending.
  void find(const AxisBox& box, SurfaceFeatures& near) const;

  /// Triangles in a box with their vertices and edges, except vertices amid a plane.
  void find_features(const AxisBox& box, SurfaceFeatures& near) const;

  /// For closed meshes: how deep a point is inside.
  SurfaceDepth depth(const Vector3& p) const;

 private:
  void add_edges();
  void add_regions();
  void mark_vertices();
  SurfaceTriangle triangle(int t) const;

  std::shared_ptr<const TriangleMesh> mesh_;
  TriangleTree tree_;
  std::vector<Vector3> normals_;  // zero for a triangle without area, which is ignored
  std::vector<std::array<double, 3>> least_cosine_;
  std::vector<std::array<bool, 3>> flat_;
  std::vector<std::uint32_t> region_;
  std::vector<MeshEdge> edges_;
  std::vector<std::array<int, 3>> triangle_edges_;
  std::vector<int> welded_;           // vertex → the first one at its position
  std::vector<char> inside_plane_;    // of welded vertices: all around continues one plane
  std::vector<int> neighbour_start_;  // of welded vertices, compressed rows
  std::vector<int> neighbours_;
};

}  // namespace cardan
