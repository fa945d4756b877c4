#pragma once

#include <array>
#include <vector>

#include "cardan/spatial.h"

namespace cardan {

/// Computes the faces of a convex hull from the triangles of its surface, as counter-clockwise
/// vertex loops seen from outside. Triangles within `tolerance` [m] of the plane of a larger
/// triangle are merged with the larger triangle. A vertex that only two faces share is not a corner
/// of these faces. The cost is nearly linear in the number of triangles, while that of Qhull's own
/// merging is quadratic in the number of corners of a face. The result is empty if the triangles
/// are not the surface of a single body.
std::vector<std::vector<int>> merge_coplanar(const std::vector<Vector3>& points,
                                             const std::vector<std::array<int, 3>>& triangles,
                                             double tolerance);

}  // namespace cardan
