#pragma once

#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"

namespace cardan {

/// Inertia of a homogeneous solid of the given density [kg/m³] in the shape's frame; meshes by the
/// divergence theorem over their closed surface [Mirtich 1996]. Throws Error for shapes without
/// volume (plane, hollow sphere, open mesh).
CARDAN_API SpatialInertia geometry_inertia(const GeometryRecord& geometry, double density);

}  // namespace cardan
