#pragma once

#include <memory>
#include <vector>

#include "cardan/export.h"
#include "cardan/geometry.h"

namespace cardan {

/// A convex polytope computed by Qhull: vertices, faces (counter-clockwise from outside) and unit
/// normals.
struct ConvexHull {
  std::vector<Vector3> vertices;          ///< positions in the frame of the shape [m]
  std::vector<std::vector<int>> faces;    ///< vertex loops of merged coplanar faces
  std::vector<Vector3> face_normals;      ///< outward unit normals
  std::vector<std::array<int, 2>> edges;  ///< pairs of vertex indices, sorted
  /// Adjacent vertices of each vertex, in ascending order.
  std::vector<std::vector<int>> neighbours;
};

/// Computes the convex hull of a point set. Throws Error if the points span no volume (fewer than
/// 4, coplanar) or are not finite.
CARDAN_API std::shared_ptr<const ConvexHull> make_convex_hull(const std::vector<Vector3>& points,
                                                              const std::string& name);

/// One collision shape in its own frame: a closed set of kinds with plain data. Sizes have the same
/// meaning as in GeometryRecord [m].
struct Shape {
  GeometryKind kind = GeometryKind::kSphere;
  Vector3 size = Vector3::Zero();
  std::shared_ptr<const ConvexHull> hull;     ///< hull of a kConvex shape
  std::shared_ptr<const TriangleMesh> mesh;   ///< mesh of a kMesh shape
  std::shared_ptr<const HeightGrid> heights;  ///< heights of a kHeightfield shape
};

/// Converts a record to shapes: one shape for a primitive, one hull per part for a convex mesh. A
/// plane becomes a half-space, and a flat part becomes a plate (thin_hull.h). Throws Error for a
/// negative or non-finite size, for a mesh whose points lie on one line, and for heights that are
/// not finite or whose number does not match the grid.
CARDAN_API std::vector<Shape> make_shapes(const GeometryRecord& record, const std::string& name);

/// Returns the farthest point of a bounded shape along the direction d (of any positive length), in
/// the shape's frame.
CARDAN_API Vector3 support_point(const Shape& shape, const Vector3& d);

}  // namespace cardan
