#pragma once

#include <array>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/spatial.h"

namespace cardan {

/// Returns the triangles of the convex hull of a point set as indices of the points, facing
/// outward; none if the points are closer to a plane than 1e-9 of their size. name: of the points
/// in messages. Throws Error for a point that is not finite, or if rounding leaves no closed
/// surface.
CARDAN_API std::vector<std::array<int, 3>> hull_triangles(const std::vector<Vector3>& points,
                                                          const std::string& name);

}  // namespace cardan
