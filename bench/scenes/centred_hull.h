#pragma once

#include <string>
#include <vector>

#include "cardan/geometry.h"

namespace cardan::bench {

/// Surface of the convex hull of the points, in the frame of its principal axes at its centre of
/// mass. Throws Error as make_convex_hull does; `name` is for its message.
TriangleMesh centred_hull(const std::vector<Vector3>& points, const std::string& name);

}  // namespace cardan::bench
