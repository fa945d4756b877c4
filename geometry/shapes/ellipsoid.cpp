#include <algorithm>
#include <array>
#include <numbers>

#include "geometry/round_parts.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace {

using std::numbers::pi;

struct Ellipsoid {
  static SpatialInertia solid(const Vector3& s, double density) {
    const double m = density * 4 * pi * s.x() * s.y() * s.z() / 3;
    const Vector3 q = s.cwiseAbs2();
    return diagonal_inertia(m, m * (q.y() + q.z()) / 5, m * (q.x() + q.z()) / 5,
                            m * (q.x() + q.y()) / 5);
  }
  // Integral over the surface x = s ∘ n, with unit vectors n and dA = |∘ s_j s_k n_i| dn. An octant
  // is divided into rings of five Gauss points in n_z and arcs in the angle about z, until the
  // moments no longer change.
  static SpatialInertia shell(const Vector3& s) {
    constexpr std::array<double, 5> kNode = {0.046910077030668, 0.230765344947158, 0.5,
                                             0.769234655052842, 0.953089922969332};
    constexpr std::array<double, 5> kWeight = {0.118463442528095, 0.239314335249683,
                                               0.284444444444444, 0.239314335249683,
                                               0.118463442528095};
    const Vector3 areas(s.y() * s.z(), s.z() * s.x(), s.x() * s.y());
    const auto integral = [&](int parts) {
      Vector4 sum = Vector4::Zero();  // of 1, x², y², z²
      for (int ring = 0; ring < parts; ++ring) {
        for (std::size_t k = 0; k < kNode.size(); ++k) {
          const double z = (ring + kNode[k]) / parts, r = std::sqrt(1 - z * z);
          for (int arc = 0; arc < 4 * parts; ++arc) {
            const double angle = (arc + 0.5) * pi / (8 * parts);
            const Vector3 n(r * std::cos(angle), r * std::sin(angle), z);
            const double area = kWeight[k] * areas.cwiseProduct(n).norm();
            sum[0] += area;
            sum.tail<3>() += area * s.cwiseProduct(n).cwiseAbs2();
          }
        }
      }
      return Vector4(pi / (2 * 4 * parts * parts) * 8 * sum);
    };
    Vector4 last = integral(4);
    for (int parts = 8; parts <= 256; parts *= 2) {
      const Vector4 next = integral(parts);
      const bool same = (next - last).norm() <= 1e-13 * next.norm();
      last = next;
      if (same) break;
    }
    return diagonal_inertia(last[0], last[2] + last[3], last[3] + last[1], last[1] + last[2]);
  }
  static double radius(const Shape& shape) { return shape.size.maxCoeff(); }
  static AxisBox bounds(const Shape& shape) { return {-shape.size, shape.size}; }
  // max d·x over Σ (x_i/s_i)² ≤ 1: x = S² d / |S d|.
  static Vector3 support(const Shape& shape, const Vector3& d) {
    const Vector3& s = shape.size;
    const Vector3 scaled = s.cwiseProduct(d);
    const double norm = scaled.norm();
    return norm > 0 ? Vector3(s.cwiseProduct(scaled) / norm) : Vector3(s.x(), 0, 0);
  }
  static TriangleMesh tessellate(const Vector3& size, double) {
    TriangleMesh mesh = round_ended(1, 0);
    for (Vector3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(size);
    return mesh;
  }
  static void extreme_points(const PosedShape& shape, const Vector3& d_S,
                             std::vector<ExtremePoint>& points) {
    points.push_back({shape.X_WS * support(shape.shape, d_S), 0, 0});
  }
  // The Hessian of the support function h(n) = |S n| of semi-axes S: (S² − S²n nᵀS²/h²)/h.
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3&) {
    const Vector3& size = shape.size;
    const double h = size.cwiseProduct(normal).norm();
    const Vector3 point = size.cwiseProduct(size).cwiseProduct(normal) / h;
    const Matrix3 squares = size.cwiseProduct(size).asDiagonal();
    return vertex_feature((squares - point * point.transpose()) / h);
  }
  static RayInterval cross(const Shape& shape, const LocalRay& ray) {
    RayInterval interval;
    clip_ellipsoid(ray, Vector3::Zero(), shape.size, interval);
    return interval;
  }
  // The point farthest from c: x_i = −c_i s_i² / (μ − s_i²), where μ exceeds every s_i² and is such
  // that x is on the surface [Lagrange].
  static Vector3 farthest(const Vector3& s, const Vector3& c) {
    const Vector3 square = s.cwiseProduct(s);
    int longest = 0;
    const double top = square.maxCoeff(&longest);
    const auto point = [&](double mu) {
      return Vector3((-c).cwiseProduct(square).cwiseQuotient(Vector3::Constant(mu) - square));
    };
    const auto excess = [&](double mu) { return point(mu).cwiseQuotient(s).squaredNorm() - 1; };
    // The function decreases from +∞ at top to −1, unless c has no component along the longest
    // axis.
    double low = top * (1 + 1e-15), high = top + s.maxCoeff() * c.norm() + 1e-300;
    if (!(excess(low) > 0)) {
      Vector3 x = point(low);
      x[longest] = 0;
      const double rest = std::max(0.0, 1 - x.cwiseQuotient(s).squaredNorm());
      x[longest] = std::copysign(s[longest] * std::sqrt(rest), -c[longest]);
      return x;
    }
    for (int i = 0; i < 200 && high - low > 1e-16 * high; ++i) {
      const double middle = 0.5 * (low + high);
      (excess(middle) > 0 ? low : high) = middle;
    }
    return point(0.5 * (low + high));
  }
  static void far_points(const Shape& shape, const Vector3& p, std::vector<Vector3>& points,
                         double&) {
    points.push_back(farthest(shape.size, p));
  }
};

}  // namespace

extern const ShapeForm kEllipsoidForm;
constinit const ShapeForm kEllipsoidForm{
    .kind = GeometryKind::kEllipsoid,
    .name = "ellipsoid",
    .place = 7,
    .mjcf = "ellipsoid",
    .in_robot_files = true,
    .sizes = {.count = 3, .list = "radii", .keys = {"a", "b", "c"}, .num_positive = 3},
    .rank = 4,
    .is_convex = true,
    .solid = Ellipsoid::solid,
    .shell = Ellipsoid::shell,
    .radius = Ellipsoid::radius,
    .bounds = Ellipsoid::bounds,
    .support = Ellipsoid::support,
    .tessellate = Ellipsoid::tessellate,
    .extreme_points = Ellipsoid::extreme_points,
    .feature = Ellipsoid::feature,
    .cross = Ellipsoid::cross,
    .far_points = Ellipsoid::far_points,
    .farthest = Ellipsoid::farthest};

}  // namespace cardan
