#include <algorithm>

#include "geometry/shape_form.h"

namespace cardan {

namespace {

struct Mesh {
  static double radius(const Shape& shape) {
    double radius = 0;
    for (const Vector3& vertex : shape.mesh->vertices) radius = std::max(radius, vertex.norm());
    return radius;
  }
  static AxisBox bounds(const Shape& shape) { return box_of_points(shape.mesh->vertices); }
  static void extreme_points(const PosedShape& shape, const Vector3&,
                             std::vector<ExtremePoint>& points) {
    const std::vector<Vector3>& vertices = shape.shape.mesh->vertices;
    for (std::size_t i = 0; i < vertices.size(); ++i)
      points.push_back({shape.X_WS * vertices[i], 0, static_cast<std::uint32_t>(i)});
  }
};

}  // namespace

extern const ShapeForm kMeshForm;
constinit const ShapeForm kMeshForm{.kind = GeometryKind::kMesh,
                                    .name = "mesh",
                                    .place = 8,
                                    .mjcf = "mesh",
                                    .in_robot_files = true,
                                    .rank = 102,
                                    .is_surface = true,
                                    .radius = Mesh::radius,
                                    .bounds = Mesh::bounds,
                                    .extreme_points = Mesh::extreme_points};

}  // namespace cardan
