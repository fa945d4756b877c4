#pragma once

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// Inertia of a homogeneous solid of the given density [kg/m³] in the frame of the shape. Meshes
/// use the divergence theorem over the closed surface [Mirtich 1996]; an open part of a convex mesh
/// is replaced by its hull. Throws Error for shapes without volume (plane, hollow sphere, open mesh
/// that collides by its triangles).
CARDAN_API SpatialInertia geometry_inertia(const GeometryRecord& geometry, double density);

}  // namespace cardan
