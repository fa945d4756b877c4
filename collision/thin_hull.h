#pragma once

#include "cardan/collision/shape.h"

/// Flat parts of meshes. Their points span no volume, and a convex hull needs one.
namespace cardan {

/// The thickness [m] that make_shapes gives points that lie in a plane; 0 for points that span a
/// volume, for points on one line, and for points that are not finite.
CARDAN_API double plate_thickness(const std::vector<Vector3>& points);

/// The hull of flat points moved by half the thickness to both sides of their plane. Throws Error
/// as make_convex_hull does.
CARDAN_API std::shared_ptr<const ConvexHull> make_plate(const std::vector<Vector3>& points,
                                                        double thickness, const std::string& name);

}  // namespace cardan
