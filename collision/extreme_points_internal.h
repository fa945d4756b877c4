#pragma once

#include <vector>

#include "cardan/collision/contact_patch_internal.h"

/// The points of a shape that can touch a surface which is flat or bends away from it.
namespace cardan {

/// A sphere (radius 0: a point) of which the shape is, seen along one direction, the convex hull.
struct ExtremePoint {
  Vector3 centre;  ///< in W [m]
  double radius = 0;
  std::uint32_t feature = 0;
};

/// Unit direction, in the plane of a disc with the axis z, of the rim point that lies farthest
/// along d (in the frame of the disc). For a disc that stands flat within 1e-7 rad it is that of x,
/// so that the points of a standing cylinder turn with it and do not jump along its rim with every
/// tilt by round-off; the depth lost by this is below 1e-7 of the radius.
Vector2 rim_direction(const Vector3& d);

/// Fills `points` for a shape that meets something in direction d (in W, unit). Exact in direction
/// d (flat discs: see above), and for polytopes, capsules and spheres in every direction; discs
/// give four rim points each, the first of them the farthest along d. Feature ids: vertex index;
/// box bits x, y, z; capsule end; cylinder 4 cap + k; cone k, apex 4.
void extreme_points(const PosedShape& shape, const Vector3& d, std::vector<ExtremePoint>& points);

}  // namespace cardan
