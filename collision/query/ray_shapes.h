#pragma once

#include "collision/surface/triangle_tree.h"

/// Ray casts against single shapes in the frame of the shape. They are exact for every kind of
/// shape.
namespace cardan {

struct ShapeHit {
  double t = 0;                      ///< distance from the origin [m]
  Vector3 normal = Vector3::Zero();  ///< unit vector, outward from the solid
  int triangle = -1;                 ///< index of the triangle of a mesh
  bool inside = false;  ///< the ray starts inside; then t = 0 and the normal opposes the ray
};

/// Finds the first intersection of a ray with a shape within `limit` [m]. A ray that starts inside
/// a solid hits it at t = 0. An open mesh is a surface that can be hit from either side; the normal
/// then opposes the ray. tree: triangle tree of a mesh, null for other kinds of shapes. The
/// direction must have unit length.
bool ray_shape(const Shape& shape, const TriangleTree* tree, const LocalRay& ray, double limit,
               ShapeHit& hit);

}  // namespace cardan
