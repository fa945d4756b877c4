#pragma once

#include "cardan/shape.h"

/// Flat parts of meshes. The points of a flat part span no volume, but a convex hull needs one.
namespace cardan {

/// Returns the thickness [m] that make_shapes gives to coplanar points. Returns 0 for points that
/// span a volume, for collinear points, and for non-finite points.
CARDAN_API double plate_thickness(const std::vector<Vector3>& points);

/// Computes the hull of coplanar points after offsetting them by half the thickness to each side of
/// their plane. Throws the same errors as make_convex_hull.
CARDAN_API std::shared_ptr<const ConvexHull> make_plate(const std::vector<Vector3>& points,
                                                        double thickness, const std::string& name);

/// Returns the surface of the hull of points, without triangles if the points are coplanar. Throws
/// the same errors as make_convex_hull.
TriangleMesh hull_surface(const std::vector<Vector3>& points, const std::string& name);

/// Computes the hull of points or, if they are coplanar, a plate. Throws the same errors as
/// make_convex_hull.
std::shared_ptr<const ConvexHull> make_hull_or_plate(const std::vector<Vector3>& points,
                                                     const std::string& name);

}  // namespace cardan
