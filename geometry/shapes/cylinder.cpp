#include <numbers>

#include "geometry/round_parts.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

using std::numbers::pi;

struct Cylinder {
  // cosine above which the disc, not the side, is the support face
  static constexpr double kDiscFaces = 0.7;

  static SpatialInertia solid(const Vector3& s, double density) {
    return cylinder_inertia(s.x(), s.y(), density);
  }
  static SpatialInertia shell(const Vector3& s) {
    const double r = s.x(), half = 0.5 * s.y();
    const double side = 4 * pi * r * half, cap = pi * r * r;
    const double across =
        side * (0.5 * r * r + half * half / 3) + 2 * cap * (0.25 * r * r + half * half);
    return diagonal_inertia(side + 2 * cap, across, across, side * r * r + cap * r * r);
  }
  static Vector3 support(const Shape& shape, const Vector3& d) {
    return disc_point(shape.size.x(), d, std::copysign(0.5 * shape.size.y(), d.z()));
  }
  static TriangleMesh tessellate(const Vector3& s, double) {
    const double half = s.y() / 2;
    return revolved({{0, -half}, {s.x(), -half}, {s.x(), half}, {0, half}});
  }
  static void extreme_points(const PosedShape& shape, const Vector3& d_S,
                             std::vector<ExtremePoint>& points) {
    add_rim(shape, d_S, -0.5 * shape.shape.size.y(), 0, points);
    add_rim(shape, d_S, 0.5 * shape.shape.size.y(), 4, points);
  }
  static Vector3 side_normal(const Vector3& d_S) { return radial(d_S); }
  static void support_face(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
    const Vector3& s = shape.shape.size;
    if (!(std::abs(d_S.z()) > kDiscFaces)) return generator(shape, d_S, s.x(), feature);
    const bool upper = d_S.z() > 0;
    disc_face(shape, d_S, upper ? 0.5 * s.y() : -0.5 * s.y(), upper ? kDiscSides : 0u, feature);
  }
  static void support_edge(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
    generator_edge(shape, d_S, side_normal(d_S), shape.shape.size.x(), feature);
  }
  static double side_cosine(const Vector3&) { return 0; }
  static void flat_normals(const Shape&, NearNormals& near) {
    near.offer(Vector3::UnitZ() * std::copysign(1.0, near.n_S.z()));
    near.offer(side_normal(near.n_S));
  }
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3& point) {
    const double r = shape.size.x();
    if (std::abs(normal.z()) < kFeatureAngle)
      return edge_feature(Vector3::UnitZ(), radius_about_z(normal, r));
    const double sign = std::copysign(1.0, normal.z());
    if (!is_aligned(sign * Vector3::UnitZ(), normal))
      return vertex_feature(radius_about_z(normal, r));
    // The rim consists of corners: every contact point on it is its own corner.
    return face_feature(sign * Vector3::UnitZ(), std::abs(point.head<2>().norm() - r));
  }
  static RayInterval cross(const Shape& shape, const LocalRay& ray) {
    return cross_cylinder(ray, shape.size.x(), 0.5 * shape.size.y());
  }
  static bool line_enters(const Shape& shape, const LocalRay& line, double& t) {
    const double half = 0.5 * shape.size.y();
    return enters_side({shape.size.x(), 0, -half, half}, line, t);
  }
  static void far_points(const Shape& shape, const Vector3& p, std::vector<Vector3>& points,
                         double&) {
    const Vector3 away = radial(-p), end(0, 0, 0.5 * shape.size.y());
    points.emplace_back(shape.size.x() * away + end);
    points.emplace_back(shape.size.x() * away - end);
  }
  static PointDistance distance(const Vector3& s, const Vector3& p) {
    const Vector3 side = radial(p), cap(0, 0, std::copysign(1.0, p.z()));
    const double beyond_side = std::hypot(p.x(), p.y()) - s.x();
    const double beyond_cap = std::abs(p.z()) - 0.5 * s.y();
    if (beyond_side > 0 && beyond_cap > 0) {
      const double norm = std::hypot(beyond_side, beyond_cap);
      return {norm, (side * beyond_side + cap * beyond_cap) / norm};
    }
    if (beyond_side > beyond_cap) return {beyond_side, side};
    return {beyond_cap, cap};
  }
};

}  // namespace

extern const ShapeForm kCylinderForm;
constinit const ShapeForm kCylinderForm{.kind = GeometryKind::kCylinder,
                                        .name = "cylinder",
                                        .place = 5,
                                        .mjcf = "cylinder",
                                        .in_robot_files = true,
                                        .sizes = {.count = 2,
                                                  .keys = {"radius", "length"},
                                                  .num_positive = 2,
                                                  .has_axis = true,
                                                  .mjcf = {1, 0.5, 1}},
                                        .rank = 2,
                                        .is_convex = true,
                                        .has_discs = true,
                                        .solid = Cylinder::solid,
                                        .shell = Cylinder::shell,
                                        .radius = radius_with_discs,
                                        .bounds = bounds_with_discs,
                                        .support = Cylinder::support,
                                        .tessellate = Cylinder::tessellate,
                                        .extreme_points = Cylinder::extreme_points,
                                        .support_face = Cylinder::support_face,
                                        .support_edge = Cylinder::support_edge,
                                        .side_cosine = Cylinder::side_cosine,
                                        .flat_normals = Cylinder::flat_normals,
                                        .feature = Cylinder::feature,
                                        .cross = Cylinder::cross,
                                        .line_enters = Cylinder::line_enters,
                                        .far_points = Cylinder::far_points,
                                        .distance = Cylinder::distance};

}  // namespace cardan
