#include "geometry/thin_hull.h"

#include <algorithm>

#include "geometry/shape_parts.h"

namespace cardan {

namespace {

// Points within this distance of a plane, relative to their extent or their largest coordinate,
// count as flat. Qhull merges facets within 1e-6 of that coordinate and finds no volume up to twice
// that.
constexpr double kFlatHull = 5e-6;
// Thickness of a plate relative to its extent: a sheet of 20 cm becomes 0.2 mm thick.
constexpr double kThickness = 1e-3;
// Minimum thickness of a plate relative to its largest coordinate: well above the distance at which
// Qhull merges.
constexpr double kLeastOfCoordinate = 1e-5;

/// The plane through a triangle of distant corners.
struct Plane {
  Vector3 point = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  // unit; zero if the points are collinear
  double extent = 0;                 // largest distance from the first corner [m]
};

template <class Distance>
const Vector3& farthest(const std::vector<Vector3>& points, Distance distance) {
  const Vector3* best = &points[0];
  for (const Vector3& p : points) {
    if (distance(p) > distance(*best)) best = &p;
  }
  return *best;
}

Plane far_plane(const std::vector<Vector3>& points) {
  Plane plane;
  Vector3 centre = Vector3::Zero();
  for (const Vector3& p : points) centre += p / static_cast<double>(points.size());
  const Vector3& a = farthest(points, [&](const Vector3& p) { return (p - centre).norm(); });
  const Vector3& b = farthest(points, [&](const Vector3& p) { return (p - a).norm(); });
  plane.point = a;
  plane.extent = (b - a).norm();
  if (!(plane.extent > 0)) return plane;
  const Vector3 along = (b - a) / plane.extent;
  const auto off_line = [&](const Vector3& p) { return along.cross(p - a).norm(); };
  const Vector3& c = farthest(points, off_line);
  if (off_line(c) <= kFlatHull * plane.extent) return plane;
  plane.normal = along.cross(c - a).normalized();
  return plane;
}

}  // namespace

double plate_thickness(const std::vector<Vector3>& points) {
  double largest = 0;
  for (const Vector3& p : points) {
    if (!p.allFinite()) return 0;
    largest = std::max(largest, p.cwiseAbs().maxCoeff());
  }
  if (points.size() < 3) return 0;
  const Plane plane = far_plane(points);
  if (plane.normal.isZero(0)) return 0;
  const double tolerance = kFlatHull * std::max(plane.extent, largest);
  double below = 0, above = 0;
  for (const Vector3& p : points) {
    const double height = plane.normal.dot(p - plane.point);
    below = std::min(below, height);
    above = std::max(above, height);
  }
  if (above - below > tolerance) return 0;
  return std::max(kThickness * plane.extent, kLeastOfCoordinate * largest);
}

std::shared_ptr<const ConvexHull> make_plate(const std::vector<Vector3>& points, double thickness,
                                             const std::string& name) {
  const Vector3 shift = 0.5 * thickness * far_plane(points).normal;
  std::vector<Vector3> sides;
  sides.reserve(2 * points.size());
  for (const Vector3& p : points) {
    sides.emplace_back(p + shift);
    sides.emplace_back(p - shift);
  }
  return make_convex_hull(sides, name);
}

std::shared_ptr<const ConvexHull> make_hull_or_plate(const std::vector<Vector3>& points,
                                                     const std::string& name) {
  const double thickness = plate_thickness(points);
  return thickness > 0 ? make_plate(points, thickness, name) : make_convex_hull(points, name);
}

TriangleMesh hull_surface(const std::vector<Vector3>& points, const std::string& name) {
  if (plate_thickness(points) > 0) return {points, {}};
  return surface_of(*make_convex_hull(points, name));
}

}  // namespace cardan
