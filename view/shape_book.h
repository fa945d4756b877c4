#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "cardan/shape.h"
#include "geometry/files/drawn_mesh.h"
#include "view/replay_data.h"

namespace cardan::view {

/// Adds each distinct shape to a page only once. Primitives are equal if their kinds and sizes are
/// equal; meshes are equal if their vertices, triangles, colours and texture coordinates have equal
/// hashes. Hulls and heightfields become triangles.
class ShapeBook {
 public:
  explicit ShapeBook(ReplayData& data) : data_(&data) {}

  /// Adds a collision shape. Returns its index in ReplayData::shapes.
  int add(const Shape& shape);
  /// Adds the shapes of a record from a robot file, one for each part of a mesh. Returns their
  /// indices.
  std::vector<int> add(const GeometryRecord& geometry);
  /// Adds a part of a mesh with its colours and texture coordinates. Returns its index.
  int add(const DrawnPart& part);

 private:
  int add_primitive(const std::string& kind, const Vector3& size);
  int add_mesh(const std::vector<Vector3>& vertices,
               const std::vector<std::array<int, 3>>& triangles,
               const std::vector<std::uint32_t>& colours = {},
               const std::vector<std::array<float, 2>>& uv = {});
  int known_or_new(std::uint64_t hash, const PageShape& shape);

  ReplayData* data_;
  std::map<std::uint64_t, int> index_of_;
};

}  // namespace cardan::view
