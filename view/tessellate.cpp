#include "view/tessellate.h"

#include <bit>

#include "geometry/shape_form.h"

namespace cardan::view {

namespace {

TriangleMesh held(const ReplayData& data, const PageShape& shape) {
  TriangleMesh mesh;
  for (std::size_t i = 0; i < shape.vertices[1]; ++i) {
    const auto row = data.vertices.words(shape.vertices[0] + i, 1);
    mesh.vertices.emplace_back(std::bit_cast<float>(row[0]), std::bit_cast<float>(row[1]),
                               std::bit_cast<float>(row[2]));
  }
  for (std::size_t i = 0; i < shape.triangles[1]; ++i) {
    const auto row = data.triangles.words(shape.triangles[0] + i, 1);
    mesh.triangles.push_back(
        {static_cast<int>(row[0]), static_cast<int>(row[1]), static_cast<int>(row[2])});
  }
  return mesh;
}

}  // namespace

TriangleMesh tessellated(const ReplayData& data, const PageShape& shape, double plane_half_edge) {
  const ShapeForm* form = form_named(shape.kind);
  if (form == nullptr || form->tessellate == nullptr) return held(data, shape);
  return form->tessellate(shape.size, plane_half_edge);
}

}  // namespace cardan::view
