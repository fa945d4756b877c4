#pragma once

#include "cardan/core/geometry_record.h"
#include "replay_data.h"

namespace cardan::view {

/// Triangles of a shape of a page in its own frame, counter-clockwise seen from outside. Planes
/// become squares with half edges of plane_half_edge [m]; hollow spheres are seen from inside.
TriangleMesh tessellated(const ReplayData& data, const PageShape& shape, double plane_half_edge);

}  // namespace cardan::view
