#pragma once

#include <memory>

#include "collision/broad/box_tree.h"
#include "geometry/shape_parts.h"

/// A triangle mesh or heightfield prepared for queries: ray casts, nearest points, and whether a
/// point is inside.
namespace cardan {

/// Corners of a triangle and its outward unit normal (zero if it has no area), in the mesh's frame.
struct Triangle {
  std::array<Vector3, 3> corner;
  Vector3 normal = Vector3::Zero();
};

/// Intersection of a ray with a mesh.
struct TriangleHit {
  double t = 0;  ///< distance from the origin of the ray [m]
  int triangle = -1;
};

class TriangleTree {
 public:
  explicit TriangleTree(std::shared_ptr<const TriangleMesh> mesh);
  /// Builds a tree with two triangles per grid cell, numbered as in HeightfieldSurface.
  explicit TriangleTree(const HeightGrid& grid);

  const TriangleMesh& mesh() const { return *mesh_; }
  const BoxTree& boxes() const { return boxes_; }
  Triangle triangle(int index) const;

  /// True if every edge occurs equally often in both directions, so that the surface encloses a
  /// volume.
  bool closed() const { return closed_; }

  /// Finds the nearest triangle within `limit` [m] along the ray, hit from either side.
  bool first_hit(const LocalRay& ray, double limit, TriangleHit& hit) const;

  /// True if p is inside a closed mesh. The signed crossings of a ray are counted (see [Jacobson,
  /// Kavan, Sorkine-Hornung 2013] for the meaning of the count). A heightfield contains the points
  /// below its surface and above its base. An open mesh contains no points.
  bool contains(const Vector3& p) const;

  /// Finds the point nearest to p among the triangles that are nearer than `limit` [m]. Returns
  /// false if there is none.
  bool nearest(const Vector3& p, double limit, Vector3& point, int& triangle) const;

 private:
  std::shared_ptr<const TriangleMesh> mesh_;
  BoxTree boxes_;
  bool closed_ = false;
  double base_ =
      std::numeric_limits<double>::quiet_NaN();  // z of a heightfield's base; NaN for a mesh
};

/// Builds the tree of a mesh or heightfield. Returns null for other kinds of shapes.
std::shared_ptr<const TriangleTree> make_triangle_tree(const Shape& shape);

/// Returns the point of a triangle nearest to p [Ericson 2005, 5.1.5].
Vector3 nearest_on_triangle(const Triangle& triangle, const Vector3& p);

/// Returns the interval [t_in, t_out] of a line within a box. The interval is empty if t_in >
/// t_out.
std::array<double, 2> cross_box(const AxisBox& box, const LocalRay& ray);

}  // namespace cardan
