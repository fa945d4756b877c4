#pragma once

#include <cmath>
#include <functional>
#include <random>

#include "cardan/geometry.h"

/// Triangle and height floors for tests.
namespace cardan::test {

struct FloorShape {
  int columns = 40, rows = 25;  ///< cells of two triangles
  double cell = 0.2;            ///< edge [m]
  bool irregular = false;       ///< inner vertices are moved, diagonals run either way
  bool separate = false;        ///< every triangle has vertices of its own, as in STL files
};

using Height = std::function<double(double x, double y)>;

inline double flat(double, double) { return 0; }

/// A floor centred at the origin, seen from above counter-clockwise.
inline std::shared_ptr<const TriangleMesh> floor_mesh(const FloorShape& floor,
                                                      const Height& height = flat) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  auto mesh = std::make_shared<TriangleMesh>();
  for (int j = 0; j <= floor.rows; ++j) {
    for (int i = 0; i <= floor.columns; ++i) {
      double x = (i - 0.5 * floor.columns) * floor.cell, y = (j - 0.5 * floor.rows) * floor.cell;
      const bool inner = i > 0 && j > 0 && i < floor.columns && j < floor.rows;
      if (floor.irregular && inner) x += 0.35 * floor.cell * uniform(random);
      if (floor.irregular && inner) y += 0.35 * floor.cell * uniform(random);
      mesh->vertices.emplace_back(x, y, height(x, y));
    }
  }
  for (int j = 0; j < floor.rows; ++j) {
    for (int i = 0; i < floor.columns; ++i) {
      const int v = j * (floor.columns + 1) + i, w = v + floor.columns + 1;
      if (floor.irregular && uniform(random) > 0) {
        mesh->triangles.push_back({v, v + 1, w});
        mesh->triangles.push_back({v + 1, w + 1, w});
      } else {
        mesh->triangles.push_back({v, v + 1, w + 1});
        mesh->triangles.push_back({v, w + 1, w});
      }
    }
  }
  if (!floor.separate) return mesh;
  auto parted = std::make_shared<TriangleMesh>();
  for (const auto& t : mesh->triangles) {
    const int first = static_cast<int>(parted->vertices.size());
    for (int v : t) parted->vertices.push_back(mesh->vertices[static_cast<std::size_t>(v)]);
    parted->triangles.push_back({first, first + 1, first + 2});
  }
  return parted;
}

inline GeometryRecord mesh_record(std::shared_ptr<const TriangleMesh> mesh) {
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.convex = false;
  record.parts = {std::move(mesh)};
  return record;
}

/// A heightfield with `cells` cells per side over x × y metres.
inline GeometryRecord field_record(int cells, const Vector2& size, const Height& height = flat) {
  auto grid = std::make_shared<HeightGrid>();
  grid->rows = grid->columns = cells + 1;
  grid->size = size;
  for (int row = 0; row <= cells; ++row)
    for (int column = 0; column <= cells; ++column)
      grid->heights.push_back(height((static_cast<double>(column) / cells - 0.5) * size.x(),
                                     (0.5 - static_cast<double>(row) / cells) * size.y()));
  GeometryRecord record;
  record.kind = GeometryKind::kHeightfield;
  record.heights = grid;
  return record;
}

/// The closed surface of a box: twelve triangles.
inline std::shared_ptr<const TriangleMesh> box_mesh(const Vector3& size) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int i = 0; i < 8; ++i)
    mesh->vertices.push_back(0.5 *
                             size.cwiseProduct(Vector3((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1,
                                                       (i & 4) != 0 ? 1 : -1)));
  mesh->triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

}  // namespace cardan::test
