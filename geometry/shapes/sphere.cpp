#include <numbers>

#include "geometry/round_parts.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

using std::numbers::pi;

struct Sphere {
  static SpatialInertia solid(const Vector3& size, double density) {
    const double r = size.x();
    const double m = density * 4 * pi * r * r * r / 3;
    const double i = 2 * m * r * r / 5;
    return diagonal_inertia(m, i, i, i);
  }
  static SpatialInertia shell(const Vector3& size) {
    const double r = size.x(), m = 4 * pi * r * r, i = 2 * m * r * r / 3;
    return diagonal_inertia(m, i, i, i);
  }
  static double radius(const Shape& shape) { return shape.size.x(); }
  static AxisBox bounds(const Shape& shape) {
    const Vector3 half = Vector3::Constant(shape.size.x());
    return {-half, half};
  }
  static Vector3 support(const Shape& shape, const Vector3& d) {
    const double norm = d.norm(), r = shape.size.x();
    return norm > 0 ? Vector3(d * (r / norm)) : Vector3(r, 0, 0);
  }
  static TriangleMesh tessellate(const Vector3& size, double) { return round_ended(size.x(), 0); }
  static void extreme_points(const PosedShape& shape, const Vector3&,
                             std::vector<ExtremePoint>& points) {
    points.push_back({shape.X_WS.p, shape.shape.size.x(), 0});
  }
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3&) {
    return vertex_feature(radius_across(normal, shape.size.x()));
  }
  static RayInterval cross(const Shape& shape, const LocalRay& ray) {
    RayInterval interval;
    const double r = shape.size.x();
    if (r > 0) {
      clip_ellipsoid(ray, Vector3::Zero(), Vector3::Constant(r), interval);
    } else {
      interval.clear();
    }
    return interval;
  }
  static void far_points(const Shape& shape, const Vector3&, std::vector<Vector3>& points,
                         double& radius) {
    radius = shape.size.x();
    points.emplace_back(Vector3::Zero());
  }
};

}  // namespace

extern const ShapeForm kSphereForm;
constinit const ShapeForm kSphereForm{
    .kind = GeometryKind::kSphere,
    .name = "sphere",
    .place = 2,
    .mjcf = "sphere",
    .in_robot_files = true,
    .sizes = {.count = 1, .keys = {"radius"}, .may_be_zero = true},
    .rank = 0,
    .is_convex = true,
    .is_polytope = true,
    .has_radius = true,
    .solid = Sphere::solid,
    .shell = Sphere::shell,
    .radius = Sphere::radius,
    .bounds = Sphere::bounds,
    .support = Sphere::support,
    .tessellate = Sphere::tessellate,
    .extreme_points = Sphere::extreme_points,
    .feature = Sphere::feature,
    .cross = Sphere::cross,
    .far_points = Sphere::far_points};

}  // namespace cardan
