#include "collision/narrow/extreme_points.h"

namespace cardan {
namespace {

constexpr double kFlatDisc = 1e-7;  // sine between axis and direction

void add_rim(const PosedShape& shape, const Vector2& u, double z, std::uint32_t first,
             std::vector<ExtremePoint>& points) {
  const double r = shape.shape.size.x();
  const std::array<Vector2, 4> directions{u, {-u.y(), u.x()}, -u, {u.y(), -u.x()}};
  for (std::uint32_t k = 0; k < 4; ++k)
    points.push_back(
        {shape.X_WS * Vector3(r * directions[k].x(), r * directions[k].y(), z), 0, first + k});
}

void add_box(const PosedShape& shape, std::vector<ExtremePoint>& points) {
  const Vector3 half = 0.5 * shape.shape.size;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Vector3 corner((i & 1u) != 0 ? half.x() : -half.x(), (i & 2u) != 0 ? half.y() : -half.y(),
                         (i & 4u) != 0 ? half.z() : -half.z());
    points.push_back({shape.X_WS * corner, 0, i});
  }
}

void add_vertices(const RigidTransform& X_WS, const std::vector<Vector3>& vertices,
                  std::vector<ExtremePoint>& points) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    points.push_back({X_WS * vertices[i], 0, static_cast<std::uint32_t>(i)});
}

}  // namespace

Vector2 rim_direction(const Vector3& d) {
  const double norm = std::hypot(d.x(), d.y());
  if (norm <= kFlatDisc * d.norm()) return {1, 0};
  return {d.x() / norm, d.y() / norm};
}

void extreme_points(const PosedShape& shape, const Vector3& d, std::vector<ExtremePoint>& points) {
  points.clear();
  const RigidTransform& X = shape.X_WS;
  const Vector3& s = shape.shape.size;
  const Vector3 d_S = X.R.transpose() * d;
  switch (shape.shape.kind) {
    case ShapeKind::kSphere:
      points.push_back({X.p, s.x(), 0});
      break;
    case ShapeKind::kCapsule:
      points.push_back({X * Vector3(0, 0, -0.5 * s.y()), s.x(), 0});
      points.push_back({X * Vector3(0, 0, 0.5 * s.y()), s.x(), 1});
      break;
    case ShapeKind::kBox:
      add_box(shape, points);
      break;
    case ShapeKind::kCylinder:
      add_rim(shape, rim_direction(d_S), -0.5 * s.y(), 0, points);
      add_rim(shape, rim_direction(d_S), 0.5 * s.y(), 4, points);
      break;
    case ShapeKind::kCone:
      add_rim(shape, rim_direction(d_S), -0.5 * s.y(), 0, points);
      points.push_back({X * Vector3(0, 0, 0.5 * s.y()), 0, 4});
      break;
    case ShapeKind::kEllipsoid:
      points.push_back({X * support_point(shape.shape, d_S), 0, 0});
      break;
    case ShapeKind::kConvex:
      add_vertices(X, shape.shape.hull->vertices, points);
      break;
    case ShapeKind::kMesh:
      add_vertices(X, shape.shape.mesh->vertices, points);
      break;
    case ShapeKind::kHalfSpace:
    case ShapeKind::kHollowSphere:
    case ShapeKind::kHeightfield:
      break;
  }
}

}  // namespace cardan
