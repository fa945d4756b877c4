#pragma once

#include <array>

#include "cardan/shape.h"

namespace cardan {

/// A triangle as a hull with two faces. The object is reused for successive triangles without
/// allocation.
struct TriangleHull {
  TriangleHull() : hull(std::make_shared<ConvexHull>()) {
    hull->vertices.resize(3);
    hull->faces = {{0, 1, 2}, {0, 2, 1}};
    hull->face_normals.resize(2);
    hull->edges = {{0, 1}, {0, 2}, {1, 2}};
    hull->neighbours = {{1, 2}, {0, 2}, {0, 1}};
    shape.kind = GeometryKind::kConvex;
    shape.hull = hull;
  }
  void set(const std::array<Vector3, 3>& corners, const Vector3& normal) {
    for (std::size_t i = 0; i < 3; ++i) hull->vertices[i] = corners[i];
    hull->face_normals[0] = normal;
    hull->face_normals[1] = -normal;
  }
  std::shared_ptr<ConvexHull> hull;
  Shape shape;
};

}  // namespace cardan
