#pragma once

#include "collision/surface/surface.h"

namespace cardan {

/// An edge of a mesh between welded vertices, and the triangles adjacent to it.
struct MeshEdge {
  int p = -1, q = -1;
  std::array<int, 2> opposite{
      -1, -1};  ///< third corners of the adjacent triangles; -1 if there is none
  Vector3 outward = Vector3::Zero();
};

/// A mesh prepared for contact. Neighbours are found by the position of the vertices, because files
/// often repeat vertices per triangle. Triangles are stored in a tree.
class MeshSurface {
 public:
  explicit MeshSurface(std::shared_ptr<const TriangleMesh> mesh);

  const TriangleTree& tree() const { return tree_; }

  /// Finds the triangles that touch a box in the frame of the mesh, in ascending order.
  void find(const AxisBox& box, SurfaceFeatures& near) const;

  /// Lists the triangles outside flat parts that touch a box, and the flat parts near the box.
  void list_folded(const AxisBox& box, SurfaceFeatures& near) const;
  /// Adds to the list the triangles of flat parts that touch both boxes.
  void list_flat(const AxisBox& at, const AxisBox& box, SurfaceFeatures& near) const;
  /// Reads the listed triangles, in ascending order.
  void read(SurfaceFeatures& near) const;
  /// The corners and normal of a triangle of a flat part.
  Triangle plane(int part) const { return tree_.triangle(static_cast<int>(parts_.first(part))); }

  /// Finds the triangles in a box with their vertices and edges, except for vertices whose
  /// triangles all lie in one plane.
  void find_features(const AxisBox& box, SurfaceFeatures& near) const;

  /// Returns the depth of a point inside a closed mesh.
  SurfaceDepth depth(const Vector3& p) const;

 private:
  void add_edges();
  void add_regions();
  void add_part_boxes();
  void mark_vertices();
  bool touches_box(const AxisBox& box, int t) const;
  SurfaceTriangle triangle(int t) const;

  std::shared_ptr<const TriangleMesh> mesh_;
  TriangleTree tree_;
  std::vector<Vector3> normals_;  // zero for a triangle without area, which is ignored
  std::vector<std::array<double, 3>> least_cosine_;
  std::vector<std::array<bool, 3>> flat_;
  std::vector<std::uint32_t> region_;
  FlatParts parts_;
  BoxTree part_boxes_;
  BoxTree folded_boxes_;  // of the triangles outside flat parts
  std::vector<int> folded_;
  std::vector<MeshEdge> edges_;
  std::vector<std::array<int, 3>> triangle_edges_;
  std::vector<int> welded_;  // first vertex at the position of each vertex
  std::vector<char>
      inside_plane_;  // for each welded vertex: all triangles around it lie in one plane
  std::vector<int>
      neighbour_start_;  // start of the neighbours of each welded vertex (compressed rows)
  std::vector<int> neighbours_;
};

}  // namespace cardan
