#pragma once

#include "cardan/geometry.h"
#include "view/replay_data.h"

namespace cardan::view {

/// Returns the triangles of a shape of a page in the frame of the shape, counter-clockwise seen
/// from outside. Planes become squares with the half edge plane_half_edge [m]; hollow spheres are
/// seen from inside.
TriangleMesh tessellated(const ReplayData& data, const PageShape& shape, double plane_half_edge);

}  // namespace cardan::view
