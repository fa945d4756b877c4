#pragma once

#include <vector>

#include "cardan/collision/narrow/contact_patch_internal.h"

/// The points at which a shape can touch a surface that is flat or curves away from the shape.
namespace cardan {

/// A sphere (radius 0: a point). Seen along one direction, the shape is the convex hull of such
/// spheres.
struct ExtremePoint {
  Vector3 centre;  ///< in W [m]
  double radius = 0;
  std::uint32_t feature = 0;
};

/// Unit direction, in the plane of a disc with axis z, of the rim point farthest along d (in the
/// frame of the disc). If the disc is perpendicular to d within 1e-7 rad, the direction is x. The
/// points of a standing cylinder then turn with it instead of jumping along its rim due to
/// round-off. The lost depth is below 1e-7 of the radius.
Vector2 rim_direction(const Vector3& d);

/// Writes the extreme points for a contact in direction d (in W, unit). The points are exact in
/// direction d (see above for discs); for polytopes, capsules and spheres they are exact in every
/// direction. A disc gives four rim points, starting with the farthest along d. Feature ids: vertex
/// index; box: bits x, y, z; capsule: end; cylinder: 4 cap + k; cone: k, apex 4.
void extreme_points(const PosedShape& shape, const Vector3& d, std::vector<ExtremePoint>& points);

}  // namespace cardan
