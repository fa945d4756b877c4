#pragma once

#include "cardan/collision/shape_distance_internal.h"

/// A sphere that moves straight against a shape that stands still: the first moment at which they
/// touch.
namespace cardan {

/// kQuery: what overlaps at the start is hit at once, triangles count from both sides. kContact:
/// what overlaps at the start is left to other contacts, triangles count from their front.
enum class SweepKind { kQuery, kContact };

/// In the frame of the shape. radius > 0 [m].
struct SpherePath {
  Vector3 start, motion;
  double radius = 0;
  SweepKind kind = SweepKind::kQuery;
};

struct SweepHit {
  double fraction = 0;               ///< of the motion, 0 to 1
  Vector3 point = Vector3::Zero();   ///< of the shape's surface
  Vector3 normal = Vector3::Zero();  ///< unit, out of the solid
  int triangle = -1;                 ///< of a mesh
};

/// False: the sphere moves all the way. A sphere that touches at the start without overlap hits,
/// with fraction 0, when it moves towards the shape. tree: of a mesh, null for the other kinds.
bool sweep_sphere(const Shape& shape, const TriangleTree* tree, const SpherePath& path,
                  ProximityScratch& scratch, SweepHit& hit);

}  // namespace cardan
