#pragma once

#include <random>

#include "test/support/worlds.h"

/// A level floor, z ≤ 0 solid, as one of three kinds of shape.
namespace cardan::test {

inline ModelSpec static_model(const GeometryRecord& geometry, const RigidTransform& pose = {}) {
  ModelSpec spec;
  spec.name = "ground";
  spec.geometry = geometry;
  spec.is_static = true;
  spec.pose = pose;
  return spec;
}

inline ModelSpec plane_floor() {
  GeometryRecord record;
  record.kind = GeometryKind::kPlane;
  return static_model(record);
}

inline ModelSpec box_floor(double edge = 20) {
  return static_model(box({edge, edge, 1}), RigidTransform(Vector3(0, 0, -0.5)));
}

/// 2 n² triangles over a square. Inner vertices and diagonals are random, so that no edge coincides
/// with a symmetry plane of a body.
inline ModelSpec mesh_floor(int n = 20, double edge = 20) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> shift(-0.3, 0.3);
  auto mesh = std::make_shared<TriangleMesh>();
  const double cell = edge / n;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      const bool inside = i > 0 && j > 0 && i < n && j < n;
      const double dx = inside ? shift(random) : 0, dy = inside ? shift(random) : 0;
      mesh->vertices.emplace_back((i + dx) * cell - edge / 2, (j + dy) * cell - edge / 2, 0);
    }
  }
  const auto at = [n](int i, int j) { return i * (n + 1) + j; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      if (shift(random) > 0) {
        mesh->triangles.insert(mesh->triangles.end(), {{a, b, c}, {a, c, d}});
      } else {
        mesh->triangles.insert(mesh->triangles.end(), {{a, b, d}, {b, c, d}});
      }
    }
  }
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.convex = false;
  record.parts = {mesh};
  return static_model(record);
}

struct Floor {
  const char* name;
  ModelSpec model;
};

inline std::vector<Floor> floors() {
  return {{"plane", plane_floor()}, {"box", box_floor()}, {"mesh", mesh_floor()}};
}

}  // namespace cardan::test
