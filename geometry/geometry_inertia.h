#pragma once

#include <optional>

#include "cardan/geometry.h"

namespace cardan {

/// Like geometry_inertia, but returns nothing for a shape without volume. Throws Error for
/// triangles that refer to missing vertices and for points without a hull.
std::optional<SpatialInertia> inertia_if_solid(const GeometryRecord& geometry, double density);

}  // namespace cardan
