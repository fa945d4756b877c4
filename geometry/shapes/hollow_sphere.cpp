#include "geometry/round_parts.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

struct HollowSphere {
  static TriangleMesh tessellate(const Vector3& size, double) {
    TriangleMesh mesh = round_ended(size.x(), 0);
    for (std::array<int, 3>& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
    return mesh;
  }
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3&) {
    return vertex_feature(radius_across(normal, -shape.size.x()));
  }
};

}  // namespace

extern const ShapeForm kHollowSphereForm;
constinit const ShapeForm kHollowSphereForm{
    .kind = GeometryKind::kHollowSphere,
    .name = "hollow_sphere",
    .place = 3,
    .sizes = {.count = 1, .keys = {"radius"}, .num_positive = 1},
    .rank = 101,
    .is_unbounded = true,
    .tessellate = HollowSphere::tessellate,
    .feature = HollowSphere::feature};

}  // namespace cardan
