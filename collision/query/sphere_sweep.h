#pragma once

#include "collision/query/shape_distance.h"

/// First contact of a sphere that moves along a line with a fixed shape.
namespace cardan {

/// With kQuery, an overlap at the start is an immediate hit, and triangles can be hit from both
/// sides. With kContact, an overlap at the start is ignored because other contacts handle it, and
/// triangles can be hit only from the front.
enum class SweepKind { kQuery, kContact };

/// Path of a sphere in the frame of the shape. radius > 0 [m].
struct SpherePath {
  Vector3 start, motion;
  double radius = 0;
  SweepKind kind = SweepKind::kQuery;
};

struct SweepHit {
  double fraction = 0;               ///< fraction of the motion, 0 to 1
  Vector3 point = Vector3::Zero();   ///< point on the shape's surface
  Vector3 normal = Vector3::Zero();  ///< unit vector, outward from the solid
  int triangle = -1;                 ///< index of the triangle of a mesh
};

/// Returns false if the sphere completes its motion without contact. A sphere that touches the
/// shape at the start, without overlap, hits the shape with fraction 0 if the sphere moves towards
/// it. tree: triangle tree of a mesh, null for other kinds of shapes.
bool sweep_sphere(const Shape& shape, const TriangleTree* tree, const SpherePath& path,
                  ProximityScratch& scratch, SweepHit& hit);

}  // namespace cardan
