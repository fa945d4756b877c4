#include <algorithm>
#include <numbers>

#include "geometry/round_parts.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

using std::numbers::pi;

struct Capsule {
  // Cylinder and two half spheres, whose centres of mass lie 3r/8 beyond the ends.
  static SpatialInertia solid(const Vector3& s, double density) {
    const double r = s.x(), length = s.y();
    SpatialInertia sum = cylinder_inertia(r, length, density);
    const double m = density * 2 * pi * r * r * r / 3;
    const double com = 3 * r / 8;
    const double about_com = 2 * m * r * r / 5 - m * com * com;
    for (const double end : {-1.0, 1.0}) {
      SpatialInertia half = diagonal_inertia(m, about_com, about_com, 2 * m * r * r / 5);
      half.com.z() = end * (length / 2 + com);
      sum = sum + half;
    }
    return sum;
  }
  // The centroid of each hemispherical shell is r/2 from its rim.
  static SpatialInertia shell(const Vector3& s) {
    const double r = s.x(), half = 0.5 * s.y();
    const double side = 4 * pi * r * half, ball = 4 * pi * r * r;
    const double across =
        side * (0.5 * r * r + half * half / 3) + ball * (2 * r * r / 3 + half * half + r * half);
    return diagonal_inertia(side + ball, across, across, side * r * r + ball * 2 * r * r / 3);
  }
  static double radius(const Shape& shape) { return shape.size.x() + shape.size.y() / 2; }
  static AxisBox bounds(const Shape& shape) {
    const Vector3& s = shape.size;
    const Vector3 half(s.x(), s.x(), 0.5 * s.y() + s.x());
    return {-half, half};
  }
  static Vector3 support(const Shape& shape, const Vector3& d) {
    const double norm = d.norm(), r = shape.size.x();
    const Vector3 sphere = norm > 0 ? Vector3(d * (r / norm)) : Vector3(r, 0, 0);
    return sphere + Vector3(0, 0, std::copysign(0.5 * shape.size.y(), d.z()));
  }
  static TriangleMesh tessellate(const Vector3& s, double) { return round_ended(s.x(), s.y() / 2); }
  static void extreme_points(const PosedShape& shape, const Vector3&,
                             std::vector<ExtremePoint>& points) {
    const Vector3& s = shape.shape.size;
    points.push_back({shape.X_WS * Vector3(0, 0, -0.5 * s.y()), s.x(), 0});
    points.push_back({shape.X_WS * Vector3(0, 0, 0.5 * s.y()), s.x(), 1});
  }
  static void support_face(const PosedShape& shape, const Vector3& d, const Vector3&,
                           Feature& feature) {
    const Vector3 shift = shape.X_WS.p + shape.shape.size.x() * d;
    const Vector3 half = 0.5 * shape.shape.size.y() * shape.X_WS.R.col(2);
    feature.vertices.push_back({shift - half, 0});
    feature.vertices.push_back({shift + half, 1});
  }
  static void support_edge(const PosedShape& shape, const Vector3& d, const Vector3& d_S,
                           Feature& feature) {
    if (std::abs(d_S.z()) < kEdgeSine) support_face(shape, d, d_S, feature);
  }
  static double side_cosine(const Vector3&) { return 0; }
  static void flat_normals(const Shape&, NearNormals& near) {
    const Vector3& n = near.n_S;
    if (std::abs(n.z()) < kNearSine) near.offer(Vector3(n.x(), n.y(), 0).normalized());
  }
  // An end counts as a sphere, the side as the axis offset by the radius.
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3&) {
    if (std::abs(normal.z()) < kFeatureAngle)
      return edge_feature(Vector3::UnitZ(), radius_about_z(normal, shape.size.x()));
    return vertex_feature(radius_across(normal, shape.size.x()));
  }
  // A convex union of three convex parts, so the interval is from the first entry to the last exit.
  static RayInterval cross(const Shape& shape, const LocalRay& ray) {
    const double radius = shape.size.x(), half_length = 0.5 * shape.size.y();
    RayInterval all;
    all.clear();
    const auto add = [&](const RayInterval& part) {
      if (part.empty()) return;
      if (part.in < all.in) {
        all.in = part.in;
        all.normal_in = part.normal_in;
      }
      if (part.out > all.out) {
        all.out = part.out;
        all.normal_out = part.normal_out;
      }
    };
    if (radius > 0) add(cross_cylinder(ray, radius, half_length));
    for (const double end : {-half_length, half_length}) {
      RayInterval sphere;
      if (radius > 0) {
        clip_ellipsoid(ray, Vector3(0, 0, end), Vector3::Constant(radius), sphere);
      } else {
        sphere.clear();
      }
      add(sphere);
    }
    return all;
  }
  static bool line_enters(const Shape& shape, const LocalRay& line, double& t) {
    const double half = 0.5 * shape.size.y();
    return enters_side({shape.size.x(), 0, -half, half}, line, t);
  }
  static void far_points(const Shape& shape, const Vector3&, std::vector<Vector3>& points,
                         double& radius) {
    radius = shape.size.x();
    points.emplace_back(0, 0, 0.5 * shape.size.y());
    points.emplace_back(0, 0, -0.5 * shape.size.y());
  }
  static PointDistance distance(const Vector3& s, const Vector3& p) {
    const double half_length = 0.5 * s.y();
    const Vector3 r = p - Vector3(0, 0, std::clamp(p.z(), -half_length, half_length));
    const double norm = r.norm();
    return {norm - s.x(), norm > 0 ? Vector3(r / norm) : Vector3::UnitX()};
  }
};

}  // namespace

extern const ShapeForm kCapsuleForm;
constinit const ShapeForm kCapsuleForm{.kind = GeometryKind::kCapsule,
                                       .name = "capsule",
                                       .place = 4,
                                       .mjcf = "capsule",
                                       .in_robot_files = true,
                                       .sizes = {.count = 2,
                                                 .keys = {"radius", "length"},
                                                 .num_positive = 1,
                                                 .may_be_zero = true,
                                                 .has_axis = true,
                                                 .mjcf = {1, 0.5, 1}},
                                       .rank = 3,
                                       .is_convex = true,
                                       .is_polytope = true,
                                       .has_radius = true,
                                       .solid = Capsule::solid,
                                       .shell = Capsule::shell,
                                       .radius = Capsule::radius,
                                       .bounds = Capsule::bounds,
                                       .support = Capsule::support,
                                       .tessellate = Capsule::tessellate,
                                       .extreme_points = Capsule::extreme_points,
                                       .support_face = Capsule::support_face,
                                       .support_edge = Capsule::support_edge,
                                       .side_cosine = Capsule::side_cosine,
                                       .flat_normals = Capsule::flat_normals,
                                       .feature = Capsule::feature,
                                       .cross = Capsule::cross,
                                       .line_enters = Capsule::line_enters,
                                       .far_points = Capsule::far_points,
                                       .distance = Capsule::distance};

}  // namespace cardan
