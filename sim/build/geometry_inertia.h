#pragma once

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// Returns the inertia of a homogeneous solid of the given density [kg/m³] in the frame of the
/// shape. The inertia of a mesh is computed with the divergence theorem from its closed surface
/// [Mirtich 1996]; an open part of a convex mesh is replaced by its hull. Throws Error for shapes
/// without volume (a plane, a hollow sphere, or an open mesh that collides with its triangles).
CARDAN_API SpatialInertia geometry_inertia(const GeometryRecord& geometry, double density);

}  // namespace cardan
