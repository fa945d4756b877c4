#include "geometry/round_parts.h"

#include <numbers>

namespace cardan {
namespace {

constexpr double kFlatDisc = 1e-7;  // sine between axis and direction
constexpr double kEnd = 1e-9;       // relative: tolerance beyond the end of a side

}  // namespace

Vector3 disc_point(double r, const Vector3& d, double z) {
  const double norm = std::hypot(d.x(), d.y());
  if (norm == 0) return {r, 0, z};
  return {r * d.x() / norm, r * d.y() / norm, z};
}

Vector2 rim_direction(const Vector3& d) {
  const double norm = std::hypot(d.x(), d.y());
  if (norm <= kFlatDisc * d.norm()) return {1, 0};
  return {d.x() / norm, d.y() / norm};
}

Vector2 radial_direction(const Vector3& d) {
  const double norm = std::hypot(d.x(), d.y());
  return norm > 0 ? Vector2(d.x() / norm, d.y() / norm) : Vector2(1, 0);
}

Vector3 radial(const Vector3& p) {
  const Vector2 u = radial_direction(p);
  return {u.x(), u.y(), 0};
}

double radius_with_discs(const Shape& shape) {
  return std::hypot(shape.size.x(), shape.size.y() / 2);
}

AxisBox bounds_with_discs(const Shape& shape) {
  const Vector3 half(shape.size.x(), shape.size.x(), 0.5 * shape.size.y());
  return {-half, half};
}

void add_rim(const PosedShape& shape, const Vector3& d_S, double z, std::uint32_t first,
             std::vector<ExtremePoint>& points) {
  const Vector2 u = rim_direction(d_S);
  const double r = shape.shape.size.x();
  const std::array<Vector2, 4> directions{u, {-u.y(), u.x()}, -u, {u.y(), -u.x()}};
  for (std::uint32_t k = 0; k < 4; ++k)
    points.push_back(
        {shape.X_WS * Vector3(r * directions[k].x(), r * directions[k].y(), z), 0, first + k});
}

void disc_face(const PosedShape& shape, const Vector3& d_S, double z, std::uint32_t first,
               Feature& feature) {
  const double r = shape.shape.size.x();
  const Vector2 u = rim_direction(d_S);
  for (std::uint32_t k = 0; k < kDiscSides; ++k) {
    const double angle = 2 * M_PI * k / kDiscSides;
    const double c = std::cos(angle), s = std::sin(angle);
    const Vector3 rim(r * (c * u.x() - s * u.y()), r * (s * u.x() + c * u.y()), z);
    feature.vertices.push_back({shape.X_WS * rim, first + k});
  }
  feature.normal = (z > 0 ? 1.0 : -1.0) * shape.X_WS.R.col(2);
}

void generator(const PosedShape& shape, const Vector3& d_S, double top, Feature& feature) {
  const Vector3& s = shape.shape.size;
  const Vector2 u = radial_direction(d_S);
  feature.vertices.push_back(
      {shape.X_WS * Vector3(s.x() * u.x(), s.x() * u.y(), -0.5 * s.y()), 32});
  feature.vertices.push_back({shape.X_WS * Vector3(top * u.x(), top * u.y(), 0.5 * s.y()), 33});
}

void generator_edge(const PosedShape& shape, const Vector3& d_S, const Vector3& side, double top,
                    Feature& feature) {
  if (side.dot(d_S) > 0 && side.cross(d_S).norm() < kEdgeSine) generator(shape, d_S, top, feature);
}

Matrix3 radius_about_z(const Vector3& n, double r) {
  const Vector3 along = Vector3(-n.y(), n.x(), 0).normalized();
  return r / n.head<2>().norm() * along * along.transpose();
}

bool enters_side(const RaySide& side, const LocalRay& line, double& t) {
  const Vector3 &p = line.origin, &u = line.direction;
  const double radius = side.r + side.k * p.z(), slope = side.k * u.z();
  const double a = u.x() * u.x() + u.y() * u.y() - slope * slope;
  const double b = p.x() * u.x() + p.y() * u.y() - radius * slope;
  const double c = p.x() * p.x() + p.y() * p.y() - radius * radius;
  const double square = b * b - a * c;
  if (!(a > 0) || !(square >= 0)) return false;
  // The smaller root, computed without cancellation.
  const double root = std::sqrt(square);
  t = b > 0 ? -(b + root) / a : c / (root - b);
  if (!std::isfinite(t)) return false;
  const double z = p.z() + t * u.z(), slack = kEnd * (side.high - side.low);
  return z >= side.low - slack && z <= side.high + slack;
}

namespace {

// x² + y² ≤ r²
void clip_tube(const LocalRay& ray, double radius, RayInterval& interval) {
  const Vector2 o = ray.origin.head<2>(), d = ray.direction.head<2>();
  const double A = d.squaredNorm(), C = o.squaredNorm() - radius * radius;
  if (A == 0) {
    if (C > 0) interval.clear();
    return;
  }
  double in = 0, out = 0;
  if (!quadratic_roots(A, o.dot(d), C, in, out)) return interval.clear();
  const auto normal = [&](double t) {
    const Vector2 p = (o + t * d).normalized();
    return Vector3(p.x(), p.y(), 0);
  };
  interval.enter(in, normal(in));
  interval.leave(out, normal(out));
}

}  // namespace

RayInterval cross_cylinder(const LocalRay& ray, double radius, double half_length) {
  RayInterval interval;
  clip_tube(ray, radius, interval);
  clip_plane(ray, Vector3::UnitZ(), half_length, interval);
  clip_plane(ray, -Vector3::UnitZ(), half_length, interval);
  return interval;
}

SpatialInertia cylinder_inertia(double r, double length, double density) {
  const double m = density * std::numbers::pi * r * r * length;
  const double side = m * (3 * r * r + length * length) / 12;
  return diagonal_inertia(m, side, side, m * r * r / 2);
}

TriangleMesh revolved(const std::vector<Ring>& rings) {
  constexpr int kAround = 32;
  TriangleMesh mesh;
  for (const Ring& ring : rings) {
    for (int i = 0; i < kAround; ++i) {
      const double angle = 2 * std::numbers::pi * i / kAround;
      mesh.vertices.emplace_back(ring.radius * std::cos(angle), ring.radius * std::sin(angle),
                                 ring.z);
    }
  }
  for (int r = 0; r + 1 < static_cast<int>(rings.size()); ++r) {
    for (int i = 0; i < kAround; ++i) {
      const int next = (i + 1) % kAround, low = r * kAround, high = low + kAround;
      if (rings[static_cast<std::size_t>(r)].radius > 0)
        mesh.triangles.push_back({low + i, low + next, high + next});
      if (rings[static_cast<std::size_t>(r) + 1].radius > 0)
        mesh.triangles.push_back({low + i, high + next, high + i});
    }
  }
  return mesh;
}

TriangleMesh round_ended(double radius, double half) {
  constexpr int kBelow = 8;  // rings of a half sphere
  std::vector<Ring> rings;
  for (int k = -kBelow; k <= kBelow; ++k) {
    const double latitude = 0.5 * std::numbers::pi * k / kBelow;
    const double across = std::abs(k) == kBelow ? 0 : radius * std::cos(latitude);
    if (k == 0 && half > 0) rings.push_back({across, -half});
    rings.push_back({across, radius * std::sin(latitude) + (k < 0 ? -half : half)});
  }
  return revolved(rings);
}

}  // namespace cardan
