#include "cardan/shape.h"

#include <cassert>

#include "cardan/error.h"
#include "collision/surface/heightfield.h"
#include "collision/thin_hull.h"
#include "core/check_triangles.h"

namespace cardan {
namespace {

constexpr double kMaxExtent = 1e9;                         // of a heightfield [m]
constexpr double kMinCell = 1e-9;                          // [m]
constexpr std::size_t kMaxHeights = std::size_t{1} << 29;  // triangles are numbered by 32 bits

void check_size(const GeometryRecord& record, int count, const std::string& name, bool zero_ok) {
  for (int i = 0; i < count; ++i) {
    const double s = record.size[i];
    if (!std::isfinite(s) || s < 0 || (s == 0 && !zero_ok)) {
      throw Error(std::string(geometry_kind_name(record.kind)) + " with size " + std::to_string(s),
                  name, zero_ok ? "sizes are finite and ≥ 0" : "sizes are finite and > 0");
    }
  }
}

std::vector<Shape> make_mesh_shapes(const GeometryRecord& record, const std::string& name) {
  if (record.parts.empty()) throw Error("mesh without triangles", name, "give at least one part");
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < record.parts.size(); ++i) {
    const std::string part_name =
        record.parts.size() == 1 ? name : name + " part " + std::to_string(i);
    check_triangles(*record.parts[i], part_name);
    Shape shape;
    if (record.convex) {
      shape.kind = ShapeKind::kConvex;
      const std::vector<Vector3>& points = record.parts[i]->vertices;
      const double thickness = plate_thickness(points);
      shape.hull = thickness > 0 ? make_plate(points, thickness, part_name)
                                 : make_convex_hull(points, part_name);
    } else {
      if (record.parts[i]->triangles.empty()) throw Error("mesh without triangles", part_name);
      shape.kind = ShapeKind::kMesh;
      shape.mesh = record.parts[i];
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

std::vector<Shape> make_heightfield_shapes(const GeometryRecord& record, const std::string& name) {
  if (!record.heights) throw Error("heightfield without heights", name, "give a grid of heights");
  const HeightGrid& grid = *record.heights;
  if (grid.rows < 2 || grid.columns < 2) {
    std::string what = "heightfield of ";
    what.append(std::to_string(grid.rows)).append(" rows and ");
    what.append(std::to_string(grid.columns)).append(" columns");
    throw Error(what, name, "it needs at least 2 x 2 heights");
  }
  const auto count = static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.columns);
  if (grid.heights.size() != count || count > kMaxHeights) {
    std::string what = "heightfield with ";
    what.append(std::to_string(grid.heights.size())).append(" heights");
    throw Error(what, name, "expected rows x columns heights, at most 2^29");
  }
  if (!grid.size.allFinite() || !(grid.size.minCoeff() > 0))
    throw Error("heightfield with a size that is not positive", name, "sizes are finite and > 0");
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isfinite(grid.heights[i])) continue;
    const auto columns = static_cast<std::size_t>(grid.columns);
    std::string what = "height in row ";
    what.append(std::to_string(i / columns + 1)).append(", column ");
    what.append(std::to_string(i % columns + 1)).append(" is not finite");
    throw Error(what, name, "a heightfield has no holes: use a mesh");
  }
  const auto [lowest, highest] = std::minmax_element(grid.heights.begin(), grid.heights.end());
  if (grid.size.maxCoeff() > kMaxExtent || *highest > kMaxExtent || *lowest < -kMaxExtent)
    throw Error("heightfield larger than 1e9 m", name, "sizes and heights are in metres");
  if (grid.size.minCoeff() / std::max(grid.rows, grid.columns) < kMinCell)
    throw Error("heightfield with cells smaller than 1e-9 m", name, "sizes are in metres");
  Shape shape;
  shape.kind = ShapeKind::kHeightfield;
  shape.heights = record.heights;
  return {shape};
}

ShapeKind primitive_kind(GeometryKind kind) {
  switch (kind) {
    case GeometryKind::kBox:
      return ShapeKind::kBox;
    case GeometryKind::kSphere:
      return ShapeKind::kSphere;
    case GeometryKind::kCylinder:
      return ShapeKind::kCylinder;
    case GeometryKind::kCapsule:
      return ShapeKind::kCapsule;
    case GeometryKind::kEllipsoid:
      return ShapeKind::kEllipsoid;
    case GeometryKind::kCone:
      return ShapeKind::kCone;
    case GeometryKind::kPlane:
      return ShapeKind::kHalfSpace;
    case GeometryKind::kHollowSphere:
      return ShapeKind::kHollowSphere;
    case GeometryKind::kMesh:
      return ShapeKind::kMesh;
    case GeometryKind::kHeightfield:
      return ShapeKind::kHeightfield;
  }
  return ShapeKind::kSphere;
}

// Rim point of a disc of radius r in direction d of its plane; along x if d has no component in the
// plane.
Vector3 disc_point(double r, const Vector3& d, double z) {
  const double norm = std::hypot(d.x(), d.y());
  if (norm == 0) return {r, 0, z};
  return {r * d.x() / norm, r * d.y() / norm, z};
}

Vector3 hull_support(const ConvexHull& hull, const Vector3& d) {
  std::size_t best = 0;
  double best_dot = d.dot(hull.vertices[0]);
  for (std::size_t i = 1; i < hull.vertices.size(); ++i) {
    const double dot = d.dot(hull.vertices[i]);
    if (dot > best_dot) {
      best_dot = dot;
      best = i;
    }
  }
  return hull.vertices[best];
}

}  // namespace

std::vector<Shape> make_shapes(const GeometryRecord& record, const std::string& name) {
  switch (record.kind) {
    case GeometryKind::kSphere:
      check_size(record, 1, name, true);
      break;
    case GeometryKind::kHollowSphere:
      check_size(record, 1, name, false);
      break;
    case GeometryKind::kBox:
    case GeometryKind::kEllipsoid:
      check_size(record, 3, name, false);
      break;
    case GeometryKind::kCylinder:
    case GeometryKind::kCone:
      check_size(record, 2, name, false);
      break;
    case GeometryKind::kCapsule:
      check_size(record, 2, name, true);
      break;
    case GeometryKind::kPlane:
      break;
    case GeometryKind::kMesh:
      return make_mesh_shapes(record, name);
    case GeometryKind::kHeightfield:
      return make_heightfield_shapes(record, name);
  }
  Shape shape;
  shape.kind = primitive_kind(record.kind);
  shape.size = record.size;
  return {shape};
}

Vector3 support_point(const Shape& shape, const Vector3& d) {
  const Vector3& s = shape.size;
  switch (shape.kind) {
    case ShapeKind::kSphere: {
      const double norm = d.norm();
      return norm > 0 ? Vector3(d * (s.x() / norm)) : Vector3(s.x(), 0, 0);
    }
    case ShapeKind::kBox:
      return {std::copysign(0.5 * s.x(), d.x()), std::copysign(0.5 * s.y(), d.y()),
              std::copysign(0.5 * s.z(), d.z())};
    case ShapeKind::kCylinder:
      return disc_point(s.x(), d, std::copysign(0.5 * s.y(), d.z()));
    case ShapeKind::kCapsule: {
      const double norm = d.norm();
      const Vector3 sphere = norm > 0 ? Vector3(d * (s.x() / norm)) : Vector3(s.x(), 0, 0);
      return sphere + Vector3(0, 0, std::copysign(0.5 * s.y(), d.z()));
    }
    case ShapeKind::kEllipsoid: {
      // max d·x over Σ (x_i/s_i)² ≤ 1: x = S² d / |S d|.
      const Vector3 scaled = s.cwiseProduct(d);
      const double norm = scaled.norm();
      return norm > 0 ? Vector3(s.cwiseProduct(scaled) / norm) : Vector3(s.x(), 0, 0);
    }
    case ShapeKind::kCone: {
      const Vector3 apex(0, 0, 0.5 * s.y());
      const Vector3 rim = disc_point(s.x(), d, -0.5 * s.y());
      return d.dot(apex) > d.dot(rim) ? apex : rim;
    }
    case ShapeKind::kConvex:
      return hull_support(*shape.hull, d);
    case ShapeKind::kHalfSpace:
    case ShapeKind::kHollowSphere:
    case ShapeKind::kMesh:
    case ShapeKind::kHeightfield:
      break;
  }
  assert(false && "support_point of a shape that is unbounded or not convex");
  return Vector3::Zero();
}

AxisBox local_bounds(const Shape& shape) {
  if (is_unbounded(shape.kind)) return {Vector3::Zero(), Vector3::Zero()};
  if (shape.kind == ShapeKind::kHeightfield) return heightfield_bounds(*shape.heights);
  const std::vector<Vector3>* points = nullptr;
  if (shape.kind == ShapeKind::kConvex) points = &shape.hull->vertices;
  if (shape.kind == ShapeKind::kMesh) points = &shape.mesh->vertices;
  if (points != nullptr) {
    AxisBox box{(*points)[0], (*points)[0]};
    for (const Vector3& p : *points) {
      box.lower = box.lower.cwiseMin(p);
      box.upper = box.upper.cwiseMax(p);
    }
    return box;
  }
  const Vector3& s = shape.size;
  Vector3 half = s;
  switch (shape.kind) {
    case ShapeKind::kSphere:
      half = Vector3::Constant(s.x());
      break;
    case ShapeKind::kBox:
      half = 0.5 * s;
      break;
    case ShapeKind::kCylinder:
    case ShapeKind::kCone:
      half = Vector3(s.x(), s.x(), 0.5 * s.y());
      break;
    case ShapeKind::kCapsule:
      half = Vector3(s.x(), s.x(), 0.5 * s.y() + s.x());
      break;
    default:
      break;
  }
  return {-half, half};
}

AxisBox world_bounds(const Shape& shape, const AxisBox& local, const RigidTransform& X_WS) {
  const Vector3& s = shape.size;
  Vector3 half = Vector3::Constant(s.x());  // of the sphere
  switch (shape.kind) {
    case ShapeKind::kSphere:
      break;
    case ShapeKind::kCapsule:
      half += 0.5 * s.y() * X_WS.R.col(2).cwiseAbs();
      break;
    default:
      return moved(local, X_WS);
  }
  return {X_WS.p - half, X_WS.p + half};
}

}  // namespace cardan
