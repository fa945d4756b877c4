#pragma once

#include <array>
#include <vector>

#include "cardan/core/types.h"

namespace cardan {

/// Faces of a convex hull, as loops of points seen from outside counter-clockwise, from the
/// triangles of its surface: triangles within `tolerance` [m] of the plane of a larger one are one
/// face with it, and a point between two faces alone is no corner of either. Near-linear in the
/// number of triangles, where Qhull's own merging takes the square of the corners of a face.
/// Empty if the triangles are not the surface of one body.
std::vector<std::vector<int>> merge_coplanar(const std::vector<Vector3>& points,
                                             const std::vector<std::array<int, 3>>& triangles,
                                             double tolerance);

}  // namespace cardan
