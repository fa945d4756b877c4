#pragma once

#include "cardan/collision/triangle_tree_internal.h"

/// Rays against single shapes, exact for every kind, in the frame of the shape.
namespace cardan {

struct ShapeHit {
  double t = 0;                      ///< from the origin [m]
  Vector3 normal = Vector3::Zero();  ///< unit, out of the solid
  int triangle = -1;                 ///< of a mesh
  bool inside = false;               ///< the ray starts inside: t = 0, normal against the ray
};

/// First meeting of a ray with a shape within `limit` [m]. A ray that starts inside a solid meets
/// it at once; a mesh that is not closed is a surface met from either side, its normal then against
/// the ray. tree: of a mesh, null for the other kinds. direction has unit length.
bool ray_shape(const Shape& shape, const TriangleTree* tree, const LocalRay& ray, double limit,
               ShapeHit& hit);

}  // namespace cardan
