#pragma once

#include <limits>

#include "cardan/collision/shape.h"

/// Axis-aligned boxes around shapes, for the broad phase.
namespace cardan {

/// Farther than anything [m].
inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// lower ≤ x ≤ upper, component by component [m].
struct AxisBox {
  Vector3 lower = Vector3::Zero();
  Vector3 upper = Vector3::Zero();
};

/// The box with every face moved outwards [m].
inline AxisBox grown(AxisBox box, double by) {
  box.lower.array() -= by;
  box.upper.array() += by;
  return box;
}

/// The box around a moved box.
inline AxisBox moved(const AxisBox& box, const RigidTransform& X) {
  const Vector3 centre = X * (0.5 * (box.lower + box.upper));
  const Vector3 half = X.R.cwiseAbs() * (0.5 * (box.upper - box.lower));
  return {centre - half, centre + half};
}

/// Half-spaces and hollow spheres have no bounds: they never enter a tree.
inline bool is_unbounded(ShapeKind kind) {
  return kind == ShapeKind::kHalfSpace || kind == ShapeKind::kHollowSphere;
}

/// Made of triangles: Surface knows them.
inline bool is_surface(ShapeKind kind) {
  return kind == ShapeKind::kMesh || kind == ShapeKind::kHeightfield;
}

/// The box of a bounded shape in its own frame; computed once per object.
AxisBox local_bounds(const Shape& shape);

/// The box in W of a bounded shape at pose X_WS, given its local box. Exact for sphere, capsule and
/// box, else conservative.
AxisBox world_bounds(const Shape& shape, const AxisBox& local, const RigidTransform& X_WS);

}  // namespace cardan
