#pragma once

#include <vector>

#include "collision/narrow/contact_patch.h"

/// The points at which a shape can touch a surface that is flat or curves away from the shape.
namespace cardan {

/// A sphere, or a point if the radius is 0. Seen along one direction, the shape is the convex hull
/// of such spheres.
struct ExtremePoint {
  Vector3 centre;  ///< centre in W [m]
  double radius = 0;
  std::uint32_t feature = 0;
};

/// Returns the unit direction, in the plane of a disc with axis z, to the rim point that is
/// farthest along d (in the frame of the disc). If the disc is perpendicular to d within 1e-7 rad,
/// the direction is x. The contact points of a standing cylinder then turn with the cylinder
/// instead of jumping along its rim due to round-off. The depth error is below 1e-7 of the radius.
Vector2 rim_direction(const Vector3& d);

/// Writes the extreme points for a contact in direction d (unit vector in W). The points are exact
/// in direction d, except for the error of rim_direction; for polytopes, capsules and spheres they
/// are exact in every direction. A disc gives four rim points, starting with the one farthest along
/// d. The feature id is the vertex index of a hull, the bits x, y, z of a box corner, the end of a
/// capsule, 4 cap + k for a cylinder, and k or 4 (the apex) for a cone.
void extreme_points(const PosedShape& shape, const Vector3& d, std::vector<ExtremePoint>& points);

}  // namespace cardan
