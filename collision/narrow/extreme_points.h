#pragma once

#include <vector>

#include "collision/narrow/contact_patch.h"

/// The points at which a shape can touch a surface that is flat or curves away from the shape.
namespace cardan {

/// Writes the extreme points for a contact in direction d (unit vector in W). The points are exact
/// in direction d, except for the error of rim_direction; for polytopes, capsules and spheres they
/// are exact in every direction. A disc gives four rim points, starting with the one farthest along
/// d. The feature id is the vertex index of a hull, the bits x, y, z of a box corner, the end of a
/// capsule, 4 cap + k for a cylinder, and k or 4 (the apex) for a cone.
void extreme_points(const PosedShape& shape, const Vector3& d, std::vector<ExtremePoint>& points);

}  // namespace cardan
