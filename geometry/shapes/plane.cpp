#include "geometry/shape_form.h"

namespace cardan {

namespace {

struct HalfSpace {
  static TriangleMesh tessellate(const Vector3&, double far) {
    return {{{-far, -far, 0}, {far, -far, 0}, {far, far, 0}, {-far, far, 0}},
            {{0, 1, 2}, {0, 2, 3}}};
  }
  static RayInterval cross(const Shape&, const LocalRay& ray) {
    RayInterval interval;
    clip_plane(ray, Vector3::UnitZ(), 0, interval);
    return interval;
  }
};

}  // namespace

extern const ShapeForm kPlaneForm;
constinit const ShapeForm kPlaneForm{.kind = GeometryKind::kPlane,
                                     .name = "plane",
                                     .place = 0,
                                     .mjcf = "plane",
                                     .in_robot_files = true,
                                     .rank = 100,
                                     .is_unbounded = true,
                                     .tessellate = HalfSpace::tessellate,
                                     .cross = HalfSpace::cross};

}  // namespace cardan
