#pragma once

#include <memory>

#include "cardan/collision/box_tree_internal.h"

/// A triangle mesh or heightfield prepared for queries: rays, nearest points, inside or outside.
namespace cardan {

/// Corners of a triangle and its outward unit normal (zero without area), in the mesh's frame.
struct Triangle {
  std::array<Vector3, 3> corner;
  Vector3 normal = Vector3::Zero();
};

/// A ray in the frame of a shape; direction of unit length.
struct LocalRay {
  Vector3 origin, direction;
};

/// Where a ray meets a mesh.
struct TriangleHit {
  double t = 0;  ///< [m]
  int triangle = -1;
};

class TriangleTree {
 public:
  explicit TriangleTree(std::shared_ptr<const TriangleMesh> mesh);
  /// Two triangles a cell, numbered as in HeightfieldSurface.
  explicit TriangleTree(const HeightGrid& grid);

  const TriangleMesh& mesh() const { return *mesh_; }
  const BoxTree& boxes() const { return boxes_; }
  Triangle triangle(int index) const;

  /// Every edge is met as often in one direction as in the other: the surface encloses a volume.
  bool closed() const { return closed_; }

  /// The nearest triangle within `limit` [m] along the ray, met from either side.
  bool first_hit(const LocalRay& ray, double limit, TriangleHit& hit) const;

  /// Whether a closed mesh has p inside: crossings of a ray are counted with their sign [Jacobson,
  /// Kavan, Sorkine-Hornung 2013, for what the count means]. A heightfield contains what is below
  /// it and above its base. An open mesh contains nothing.
  bool contains(const Vector3& p) const;

  /// The point nearest to p among triangles nearer than `limit`; false when there is none.
  bool nearest(const Vector3& p, double limit, Vector3& point, int& triangle) const;

 private:
  std::shared_ptr<const TriangleMesh> mesh_;
  BoxTree boxes_;
  bool closed_ = false;
  double base_ = std::numeric_limits<double>::quiet_NaN();  // z of a heightfield's base, else NaN
};

/// Makes the tree of a mesh or heightfield; null for other kinds.
std::shared_ptr<const TriangleTree> make_triangle_tree(const Shape& shape);

/// The point of a triangle nearest to p [Ericson 2005, 5.1.5].
Vector3 nearest_on_triangle(const Triangle& triangle, const Vector3& p);

/// Interval [t_in, t_out] of a line in a box, empty when t_in > t_out.
std::array<double, 2> cross_box(const AxisBox& box, const LocalRay& ray);

}  // namespace cardan
