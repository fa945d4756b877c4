#include "view/shape_book.h"

#include "core/hash.h"
#include "geometry/shape_parts.h"

namespace cardan::view {

namespace {

// Two triangles per cell, counter-clockwise seen from above. The first row has the greatest y.
TriangleMesh triangles_of(const HeightGrid& grid) {
  TriangleMesh mesh;
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.columns; ++j) {
      mesh.vertices.emplace_back(
          grid.size.x() * (static_cast<double>(j) / (grid.columns - 1) - 0.5),
          grid.size.y() * (0.5 - static_cast<double>(i) / (grid.rows - 1)),
          grid.heights[static_cast<std::size_t>(i) * static_cast<std::size_t>(grid.columns) +
                       static_cast<std::size_t>(j)]);
    }
  }
  for (int i = 0; i + 1 < grid.rows; ++i) {
    for (int j = 0; j + 1 < grid.columns; ++j) {
      const int corner = i * grid.columns + j, below = corner + grid.columns;
      mesh.triangles.push_back({corner, below, corner + 1});
      mesh.triangles.push_back({corner + 1, below, below + 1});
    }
  }
  return mesh;
}

}  // namespace

int ShapeBook::known_or_new(std::uint64_t hash, const PageShape& shape) {
  const auto [place, is_new] = index_of_.try_emplace(hash, static_cast<int>(data_->shapes.size()));
  if (is_new) data_->shapes.push_back(shape);
  return place->second;
}

int ShapeBook::add_primitive(const std::string& kind, const Vector3& size) {
  Hash hash;
  hash.add(std::string_view(kind));
  hash.add(size.data(), 3);
  PageShape shape;
  shape.kind = kind;
  shape.size = size;
  return known_or_new(hash.value(), shape);
}

int ShapeBook::add_mesh(const std::vector<Vector3>& vertices,
                        const std::vector<std::array<int, 3>>& triangles,
                        const std::vector<std::uint32_t>& colours,
                        const std::vector<std::array<float, 2>>& uv) {
  Hash hash;
  for (const Vector3& p : vertices) hash.add(p.data(), 3);
  for (const std::array<int, 3>& t : triangles) hash.add_bytes(t.data(), sizeof t);
  hash.add_bytes(colours.data(), colours.size() * sizeof colours[0]);
  hash.add_bytes(uv.data(), uv.size() * sizeof uv[0]);
  PageShape shape;
  shape.kind = "mesh";
  shape.vertices = {data_->vertices.rows(), vertices.size()};
  shape.triangles = {data_->triangles.rows(), triangles.size()};
  shape.colours = {data_->colours.rows(), colours.size()};
  shape.uv = {data_->uv.rows(), uv.size()};
  for (const Vector3& p : vertices) shape.extent = shape.extent.cwiseMax(p.cwiseAbs());
  const std::size_t before = data_->shapes.size();
  const int index = known_or_new(hash.value(), shape);
  if (data_->shapes.size() == before) return index;
  for (const Vector3& p : vertices)
    for (int k = 0; k < 3; ++k) data_->vertices.add(p[k]);
  for (const std::array<int, 3>& t : triangles)
    for (const int corner : t) data_->triangles.add_integer(corner);
  for (const std::uint32_t colour : colours) data_->colours.add_integer(colour);
  for (const std::array<float, 2>& corner : uv)
    for (const float x : corner) data_->uv.add(x);
  return index;
}

int ShapeBook::add(const DrawnPart& part) {
  return add_mesh(part.mesh.vertices, part.mesh.triangles, part.colours, part.uv);
}

int ShapeBook::add(const Shape& shape) {
  if (shape.kind == GeometryKind::kConvex) {
    const TriangleMesh mesh = surface_of(*shape.hull);
    return add_mesh(mesh.vertices, mesh.triangles);
  }
  if (shape.kind == GeometryKind::kHeightfield) {
    const TriangleMesh mesh = triangles_of(*shape.heights);
    return add_mesh(mesh.vertices, mesh.triangles);
  }
  if (shape.kind == GeometryKind::kMesh)
    return add_mesh(shape.mesh->vertices, shape.mesh->triangles);
  return add_primitive(geometry_kind_name(shape.kind), shape.size);
}

std::vector<int> ShapeBook::add(const GeometryRecord& geometry) {
  std::vector<int> shapes;
  if (geometry.kind == GeometryKind::kMesh) {
    for (const auto& part : geometry.parts)
      shapes.push_back(add_mesh(part->vertices, part->triangles));
  } else if (geometry.kind != GeometryKind::kHeightfield) {
    shapes.push_back(add_primitive(geometry_kind_name(geometry.kind), geometry.size));
  }
  return shapes;
}

}  // namespace cardan::view
