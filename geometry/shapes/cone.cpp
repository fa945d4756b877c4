#include <algorithm>
#include <numbers>

#include "geometry/round_parts.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

using std::numbers::pi;

struct Cone {
  // Base at −h/2, apex at +h/2: the centre of mass lies a quarter of the height above the base.
  static SpatialInertia solid(const Vector3& s, double density) {
    const double r = s.x(), h = s.y();
    const double m = density * pi * r * r * h / 3;
    const double side = 3 * m * (r * r / 20 + h * h / 80);
    return diagonal_inertia(m, side, side, 3 * m * r * r / 10, -h / 4);
  }
  static Vector3 support(const Shape& shape, const Vector3& d) {
    const Vector3 apex(0, 0, 0.5 * shape.size.y());
    const Vector3 rim = disc_point(shape.size.x(), d, -0.5 * shape.size.y());
    return d.dot(apex) > d.dot(rim) ? apex : rim;
  }
  static TriangleMesh tessellate(const Vector3& s, double) {
    const double half = s.y() / 2;
    return revolved({{0, -half}, {s.x(), -half}, {0, half}});
  }
  static void extreme_points(const PosedShape& shape, const Vector3& d_S,
                             std::vector<ExtremePoint>& points) {
    const double half = 0.5 * shape.shape.size.y();
    add_rim(shape, d_S, -half, 0, points);
    points.push_back({shape.X_WS * Vector3(0, 0, half), 0, 4});
  }
  // Outward normal of the generator that faces d: [h u; r] normalised.
  static Vector3 side_normal(const Vector3& s, const Vector3& d_S) {
    const Vector2 u = radial_direction(d_S);
    return Vector3(s.y() * u.x(), s.y() * u.y(), s.x()).normalized();
  }
  static void support_face(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
    const Vector3& s = shape.shape.size;
    if (!(-d_S.z() > d_S.dot(side_normal(s, d_S)))) return generator(shape, d_S, 0, feature);
    const bool upper = d_S.z() > 0;
    disc_face(shape, d_S, upper ? 0.5 * s.y() : -0.5 * s.y(), upper ? kDiscSides : 0u, feature);
  }
  static void support_edge(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
    generator_edge(shape, d_S, side_normal(shape.shape.size, d_S), 0, feature);
  }
  static double side_cosine(const Vector3& s) { return s.x() / std::hypot(s.x(), s.y()); }
  static void flat_normals(const Shape& shape, NearNormals& near) {
    near.offer(-Vector3::UnitZ());
    near.offer(side_normal(shape.size, near.n_S));
  }
  // The apex, the side along one of its straight lines, the rim or the base. A cone that lies on
  // its side touches at the apex and at the rim with one normal, which is never exactly that of the
  // side: the point tells which of the two it is.
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3& point) {
    const Vector3& size = shape.size;
    if (is_aligned(-Vector3::UnitZ(), normal))
      return face_feature(-Vector3::UnitZ(), std::abs(point.head<2>().norm() - size.x()));
    const double slant = std::hypot(size.x(), size.y()), out = normal.head<2>().norm();
    const double past_side = (normal.z() * size.y() - out * size.x()) / slant;
    if (std::abs(past_side) < kFeatureAngle) {
      const Vector3 line(-normal.x() / out * size.x(), -normal.y() / out * size.x(), size.y());
      return edge_feature(line / slant, radius_about_z(normal, point.head<2>().norm()));
    }
    const bool at_apex = point.head<2>().norm() < 0.5 * size.x();
    return at_apex ? vertex_feature() : vertex_feature(radius_about_z(normal, size.x()));
  }
  // With w = h/2 − z, the height below the apex: x² + y² ≤ k² w², 0 ≤ w ≤ h, k = r/h.
  static RayInterval cross(const Shape& shape, const LocalRay& ray) {
    const double height = shape.size.y(), k = shape.size.x() / height;
    const Vector3 &o = ray.origin, &d = ray.direction;
    const double w = 0.5 * height - o.z();
    const double A = d.head<2>().squaredNorm() - k * k * d.z() * d.z();
    const double B = o.head<2>().dot(d.head<2>()) + k * k * w * d.z();
    const double C = o.head<2>().squaredNorm() - k * k * w * w;
    const auto normal = [&](double t) {
      const Vector3 p = ray.at(t);
      const double rho = p.head<2>().norm();
      if (!(rho > 0)) return Vector3(Vector3::UnitZ());
      return Vector3(Vector3(p.x() / rho, p.y() / rho, k).normalized());
    };
    RayInterval interval;
    clip_plane(ray, -Vector3::UnitZ(), 0.5 * height, interval);
    clip_plane(ray, Vector3::UnitZ(), 0.5 * height, interval);
    double first = 0, second = 0;
    if (std::abs(A) < 1e-15) {  // along a generator: 2 B t + C ≤ 0
      if (B > 0) interval.leave(-0.5 * C / B, normal(-0.5 * C / B));
      if (B < 0) interval.enter(-0.5 * C / B, normal(-0.5 * C / B));
      if (B == 0 && C > 0) interval.clear();
    } else if (!quadratic_roots(A, B, C, first, second)) {
      if (A > 0) interval.clear();
    } else if (A > 0) {
      interval.enter(first, normal(first));
      interval.leave(second, normal(second));
    } else if (d.z() > 0) {  // steeper than the side: passes through this nappe, then through its
                             // mirror image
      interval.leave(first, normal(first));
    } else {
      interval.enter(second, normal(second));
    }
    return interval;
  }
  static bool line_enters(const Shape& shape, const LocalRay& line, double& t) {
    const Vector3& s = shape.size;
    const double half = 0.5 * s.y();
    return enters_side({0.5 * s.x(), -s.x() / s.y(), -half, half}, line, t);
  }
  static void far_points(const Shape& shape, const Vector3& p, std::vector<Vector3>& points,
                         double&) {
    const Vector3& s = shape.size;
    points.emplace_back(0, 0, 0.5 * s.y());
    points.emplace_back(s.x() * radial(-p) - Vector3(0, 0, 0.5 * s.y()));
  }
  // In the half-plane (ρ, z) a cone is a triangle with two outer sides: the base and the generator.
  static PointDistance distance(const Vector3& s, const Vector3& p) {
    const double radius = s.x(), height = s.y();
    const Vector3 side = radial(p);
    const Vector2 q(std::hypot(p.x(), p.y()), p.z());
    const Vector2 rim(radius, -0.5 * height), apex(0, 0.5 * height);
    const Vector2 slope = Vector2(height, radius).normalized();
    const double beyond_base = -0.5 * height - q.y(), beyond_side = slope.dot(q - rim);
    const auto lift = [&](const Vector2& m) {
      return Vector3(side * m.x() + Vector3(0, 0, m.y()));
    };
    if (beyond_base <= 0 && beyond_side <= 0)
      return beyond_base > beyond_side ? PointDistance{beyond_base, -Vector3::UnitZ()}
                                       : PointDistance{beyond_side, lift(slope)};
    const Vector2 on_base(std::min(q.x(), radius), -0.5 * height);
    const double t = std::clamp((q - rim).dot(apex - rim) / (apex - rim).squaredNorm(), 0.0, 1.0);
    const Vector2 on_side = rim + t * (apex - rim);
    const Vector2 to_base = q - on_base, to_side = q - on_side;
    const Vector2& r = to_base.squaredNorm() < to_side.squaredNorm() ? to_base : to_side;
    // For a point on the generator, the vector to it vanishes; use the normal of the generator.
    if (&r == &to_side && t > 0 && t < 1) return {beyond_side, lift(slope)};
    const double norm = r.norm();
    return {norm, norm > 0 ? lift(r / norm) : lift(slope)};
  }
};

}  // namespace

extern const ShapeForm kConeForm;
constinit const ShapeForm kConeForm{
    .kind = GeometryKind::kCone,
    .name = "cone",
    .place = 6,
    .sizes = {.count = 2, .keys = {"radius", "length"}, .num_positive = 2},
    .rank = 5,
    .is_convex = true,
    .has_discs = true,
    .solid = Cone::solid,
    .radius = radius_with_discs,
    .bounds = bounds_with_discs,
    .support = Cone::support,
    .tessellate = Cone::tessellate,
    .extreme_points = Cone::extreme_points,
    .support_face = Cone::support_face,
    .support_edge = Cone::support_edge,
    .side_cosine = Cone::side_cosine,
    .flat_normals = Cone::flat_normals,
    .feature = Cone::feature,
    .cross = Cone::cross,
    .line_enters = Cone::line_enters,
    .far_points = Cone::far_points,
    .distance = Cone::distance};

}  // namespace cardan
