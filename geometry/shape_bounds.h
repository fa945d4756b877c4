#pragma once

#include <limits>

#include "cardan/shape.h"

/// Axis-aligned boxes around shapes, for the broad phase.
namespace cardan {

/// A value larger than any distance [m].
inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Axis-aligned box: lower ≤ x ≤ upper in each component [m].
struct AxisBox {
  Vector3 lower = Vector3::Zero();
  Vector3 upper = Vector3::Zero();
};

/// Returns the box with every face moved outwards by a distance [m].
inline AxisBox grown(AxisBox box, double by) {
  box.lower.array() -= by;
  box.upper.array() += by;
  return box;
}

/// Returns the axis-aligned box around a transformed box.
inline AxisBox moved(const AxisBox& box, const RigidTransform& X) {
  const Vector3 centre = X * (0.5 * (box.lower + box.upper));
  const Vector3 half = X.R.cwiseAbs() * (0.5 * (box.upper - box.lower));
  return {centre - half, centre + half};
}

/// True for half-spaces and hollow spheres. Unbounded shapes are never stored in a tree.
bool is_unbounded(GeometryKind kind);

/// True for shapes made of triangles, which the class Surface handles.
bool is_surface(GeometryKind kind);

/// Returns the box around points.
AxisBox box_of_points(const std::vector<Vector3>& points);

/// Returns the box of a heightfield in its own frame. The box extends from the highest point to the
/// base, which is below the lowest point by a diagonal of the rectangle plus the range of the
/// heights.
AxisBox grid_bounds(const HeightGrid& grid);

/// Returns the box of a bounded shape in its own frame. It is computed once per object.
AxisBox local_bounds(const Shape& shape);

/// Returns the largest distance of a point of the shape from its origin [m]; 0 for unbounded
/// shapes.
double bounding_radius(const Shape& shape);

/// Returns the box in W of a bounded shape at pose X_WS, given its local box. The box is exact for
/// spheres, capsules and boxes, and conservative for all other shapes.
AxisBox world_bounds(const Shape& shape, const AxisBox& local, const RigidTransform& X_WS);

}  // namespace cardan
