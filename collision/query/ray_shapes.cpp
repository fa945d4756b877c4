#include "collision/query/ray_shapes.h"

#include <cassert>
#include <cmath>

#include "collision/shape_bounds.h"

namespace cardan {
namespace {

/// The part of a line inside a convex solid, with the normals at its ends.
struct Interval {
  double in = -kInfinite, out = kInfinite;
  Vector3 normal_in = Vector3::Zero(), normal_out = Vector3::Zero();

  bool empty() const { return !(in <= out); }
  void clear() {
    in = kInfinite;
    out = -kInfinite;
  }
  void enter(double t, const Vector3& n) {
    if (t <= in) return;
    in = t;
    normal_in = n;
  }
  void leave(double t, const Vector3& n) {
    if (t >= out) return;
    out = t;
    normal_out = n;
  }
};

/// n · x ≤ offset
void clip_plane(const LocalRay& ray, const Vector3& n, double offset, Interval& interval) {
  const double height = n.dot(ray.origin) - offset, rate = n.dot(ray.direction);
  if (rate < 0) {
    interval.enter(-height / rate, n);
  } else if (rate > 0) {
    interval.leave(-height / rate, n);
  } else if (height > 0) {
    interval.clear();
  }
}

/// Real roots of A t² + 2 B t + C, ascending; false when there are none. A ≠ 0.
bool roots(double A, double B, double C, double& first, double& second) {
  const double discriminant = B * B - A * C;
  if (!(discriminant >= 0)) return false;
  const double q = -(B + std::copysign(std::sqrt(discriminant), B));
  first = q / A;
  second = q != 0 ? C / q : first;
  if (first > second) std::swap(first, second);
  return true;
}

Vector3 at(const LocalRay& ray, double t) { return ray.origin + t * ray.direction; }

/// Σ ((x_i − c_i)/s_i)² ≤ 1: a sphere, or an ellipsoid.
void clip_ellipsoid(const LocalRay& ray, const Vector3& centre, const Vector3& s,
                    Interval& interval) {
  const Vector3 o = (ray.origin - centre).cwiseQuotient(s), d = ray.direction.cwiseQuotient(s);
  double in = 0, out = 0;
  if (!roots(d.squaredNorm(), o.dot(d), o.squaredNorm() - 1, in, out)) return interval.clear();
  const auto normal = [&](double t) { return Vector3((o + t * d).cwiseQuotient(s).normalized()); };
  interval.enter(in, normal(in));
  interval.leave(out, normal(out));
}

/// x² + y² ≤ r²
void clip_tube(const LocalRay& ray, double radius, Interval& interval) {
  const Vector2 o = ray.origin.head<2>(), d = ray.direction.head<2>();
  const double A = d.squaredNorm(), C = o.squaredNorm() - radius * radius;
  if (A == 0) {
    if (C > 0) interval.clear();
    return;
  }
  double in = 0, out = 0;
  if (!roots(A, o.dot(d), C, in, out)) return interval.clear();
  const auto normal = [&](double t) {
    const Vector2 p = (o + t * d).normalized();
    return Vector3(p.x(), p.y(), 0);
  };
  interval.enter(in, normal(in));
  interval.leave(out, normal(out));
}

void clip_ends(const LocalRay& ray, double half_length, Interval& interval) {
  clip_plane(ray, Vector3::UnitZ(), half_length, interval);
  clip_plane(ray, -Vector3::UnitZ(), half_length, interval);
}

Interval cross_box_shape(const LocalRay& ray, const Vector3& size) {
  Interval interval;
  for (int i = 0; i < 3; ++i) {
    clip_plane(ray, Vector3::Unit(i), 0.5 * size[i], interval);
    clip_plane(ray, -Vector3::Unit(i), 0.5 * size[i], interval);
  }
  return interval;
}

Interval cross_cylinder(const LocalRay& ray, double radius, double half_length) {
  Interval interval;
  clip_tube(ray, radius, interval);
  clip_ends(ray, half_length, interval);
  return interval;
}

// The capsule is a convex union of three convex parts, so the interval is from the first entry to
// the last exit.
Interval cross_capsule(const LocalRay& ray, double radius, double half_length) {
  Interval all;
  all.clear();
  const auto add = [&](const Interval& part) {
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
    Interval sphere;
    if (radius > 0)
      clip_ellipsoid(ray, Vector3(0, 0, end), Vector3::Constant(radius), sphere);
    else
      sphere.clear();
    add(sphere);
  }
  return all;
}

// With w = h/2 − z, the height below the apex: x² + y² ≤ k² w², 0 ≤ w ≤ h, k = r/h.
Interval cross_cone(const LocalRay& ray, double radius, double height) {
  const double k = radius / height;
  const Vector3 &o = ray.origin, &d = ray.direction;
  const double w = 0.5 * height - o.z();
  const double A = d.head<2>().squaredNorm() - k * k * d.z() * d.z();
  const double B = o.head<2>().dot(d.head<2>()) + k * k * w * d.z();
  const double C = o.head<2>().squaredNorm() - k * k * w * w;
  const auto normal = [&](double t) {
    const Vector3 p = at(ray, t);
    const double rho = p.head<2>().norm();
    if (!(rho > 0)) return Vector3(Vector3::UnitZ());
    return Vector3(Vector3(p.x() / rho, p.y() / rho, k).normalized());
  };
  Interval interval;
  clip_plane(ray, -Vector3::UnitZ(), 0.5 * height, interval);
  clip_plane(ray, Vector3::UnitZ(), 0.5 * height, interval);
  double first = 0, second = 0;
  if (std::abs(A) < 1e-15) {  // along a generator: 2 B t + C ≤ 0
    if (B > 0) interval.leave(-0.5 * C / B, normal(-0.5 * C / B));
    if (B < 0) interval.enter(-0.5 * C / B, normal(-0.5 * C / B));
    if (B == 0 && C > 0) interval.clear();
  } else if (!roots(A, B, C, first, second)) {
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

Interval cross_hull(const LocalRay& ray, const ConvexHull& hull) {
  Interval interval;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const Vector3& on_face = hull.vertices[static_cast<std::size_t>(hull.faces[f][0])];
    clip_plane(ray, hull.face_normals[f], hull.face_normals[f].dot(on_face), interval);
  }
  return interval;
}

Interval cross_solid(const Shape& shape, const LocalRay& ray) {
  const Vector3& s = shape.size;
  Interval interval;
  switch (shape.kind) {
    case ShapeKind::kSphere:
      if (s.x() > 0)
        clip_ellipsoid(ray, Vector3::Zero(), Vector3::Constant(s.x()), interval);
      else
        interval.clear();
      return interval;
    case ShapeKind::kBox:
      return cross_box_shape(ray, s);
    case ShapeKind::kCylinder:
      return cross_cylinder(ray, s.x(), 0.5 * s.y());
    case ShapeKind::kCapsule:
      return cross_capsule(ray, s.x(), 0.5 * s.y());
    case ShapeKind::kEllipsoid:
      clip_ellipsoid(ray, Vector3::Zero(), s, interval);
      return interval;
    case ShapeKind::kCone:
      return cross_cone(ray, s.x(), s.y());
    case ShapeKind::kConvex:
      return cross_hull(ray, *shape.hull);
    case ShapeKind::kHalfSpace:
      clip_plane(ray, Vector3::UnitZ(), 0, interval);
      return interval;
    case ShapeKind::kHollowSphere:
    case ShapeKind::kMesh:
    case ShapeKind::kHeightfield:
      break;
  }
  assert(false && "not a convex solid");
  interval.clear();
  return interval;
}

bool hit_inside(const LocalRay& ray, ShapeHit& hit) {
  hit = {0, -ray.direction, -1, true};
  return true;
}

// Solid outside the sphere.
bool ray_hollow_sphere(double radius, const LocalRay& ray, double limit, ShapeHit& hit) {
  if (ray.origin.norm() > radius) return hit_inside(ray, hit);
  Interval cavity;
  clip_ellipsoid(ray, Vector3::Zero(), Vector3::Constant(radius), cavity);
  const double t = std::max(cavity.out, 0.0);
  if (cavity.empty() || !(t <= limit)) return false;
  hit = {t, -at(ray, t).normalized(), -1, false};
  return true;
}

bool ray_mesh(const TriangleTree& tree, const LocalRay& ray, double limit, ShapeHit& hit) {
  if (tree.contains(ray.origin)) return hit_inside(ray, hit);
  TriangleHit found;
  if (!tree.first_hit(ray, limit, found)) return false;
  Vector3 normal = tree.triangle(found.triangle).normal;
  if (normal.dot(ray.direction) > 0) normal = -normal;
  hit = {found.t, normal, found.triangle, false};
  return true;
}

}  // namespace

bool ray_shape(const Shape& shape, const TriangleTree* tree, const LocalRay& ray, double limit,
               ShapeHit& hit) {
  if (shape.kind == ShapeKind::kHollowSphere)
    return ray_hollow_sphere(shape.size.x(), ray, limit, hit);
  if (shape.kind == ShapeKind::kMesh || shape.kind == ShapeKind::kHeightfield)
    return tree != nullptr && ray_mesh(*tree, ray, limit, hit);
  // Quadratic equations lose digits with the distance of the origin, so the ray starts at its point
  // nearest to the shape's frame.
  const double shift = shape.kind == ShapeKind::kHalfSpace ? 0 : -ray.origin.dot(ray.direction);
  const Interval interval = cross_solid(shape, {at(ray, shift), ray.direction});
  if (interval.empty()) return false;
  const double in = interval.in + shift, out = interval.out + shift;
  if (out < 0 || !(in <= limit)) return false;
  if (in < 0) return hit_inside(ray, hit);
  hit = {in, interval.normal_in, -1, false};
  return true;
}

}  // namespace cardan
