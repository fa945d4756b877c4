#include "collision/query/sphere_sweep.h"

#include <cmath>
#include <limits>

namespace cardan {
namespace {

constexpr int kMaxNewton = 100;
constexpr double kTouch = 1e-13;  // relative to the coordinates

/// Distance of a point from the shape, with the nearest point and the normal towards the query
/// point.
struct NearestPoint {
  double distance = 0;
  Vector3 point = Vector3::Zero(), normal = Vector3::Zero();
};

// The distance to a convex set is convex along a line, so Newton's steps from the left never pass
// the first contact.
template <class Nearest>
bool advance(const SpherePath& path, const Nearest& nearest, SweepHit& hit) {
  const double start = path.start.norm() + path.radius, length = path.motion.norm();
  double fraction = 0;
  NearestPoint at;
  for (int i = 0; i < kMaxNewton; ++i) {
    if (!nearest(path.start + fraction * path.motion, at)) return false;
    const double gap = at.distance - path.radius, rate = at.normal.dot(path.motion);
    const double touch = kTouch * (start + fraction * length);
    if (i == 0 && gap < -touch) {
      if (path.kind == SweepKind::kContact) return false;
      break;
    }
    if (!(rate < 0)) return false;
    if (gap <= touch) break;
    fraction -= gap / rate;
    if (!(fraction <= 1)) return false;
  }
  hit.fraction = fraction;
  hit.point = at.point;
  hit.normal = at.normal;
  return true;
}

bool sweep_to_plane(const SpherePath& path, SweepHit& hit) {
  const double gap = path.start.z() - path.radius, rate = path.motion.z();
  const bool overlaps = gap < 0;
  if (overlaps && path.kind == SweepKind::kContact) return false;
  if (!overlaps && (!(rate < 0) || gap + rate > 0)) return false;
  hit.fraction = overlaps ? 0 : -gap / rate;
  const Vector3 centre = path.start + hit.fraction * path.motion;
  hit.point = {centre.x(), centre.y(), 0};
  hit.normal = Vector3::UnitZ();
  return true;
}

// Solves |start + s motion| = R: the exit from the sphere in which the centre may move.
bool sweep_to_wall(double wall, const SpherePath& path, SweepHit& hit) {
  const double R = wall - path.radius;
  const double A = path.motion.squaredNorm(), B = path.start.dot(path.motion);
  const double C = path.start.squaredNorm() - R * R;
  double s = 0;
  if (C > 0 || R <= 0) {
    if (path.kind == SweepKind::kContact) return false;
  } else {
    if (!(A > 0)) return false;
    const double root = std::sqrt(B * B - A * C);
    s = B > 0 ? -C / (B + root) : (root - B) / A;
    if (!(s <= 1)) return false;
  }
  const Vector3 centre = path.start + s * path.motion;
  const double norm = centre.norm();
  const Vector3 outward = norm > 0 ? Vector3(centre / norm) : Vector3(Vector3::UnitZ());
  hit = {s, wall * outward, -outward, -1};
  return true;
}

bool sweep_to_triangle(const Triangle& triangle, const SpherePath& path, SweepHit& hit) {
  const auto nearest = [&](const Vector3& p, NearestPoint& at) {
    at.point = nearest_on_triangle(triangle, p);
    const Vector3 d = p - at.point;
    at.distance = d.norm();
    at.normal = at.distance > 0 ? Vector3(d / at.distance) : triangle.normal;
    return true;
  };
  if (!advance(path, nearest, hit)) return false;
  return path.kind == SweepKind::kQuery || hit.normal.dot(triangle.normal) > 0;
}

bool sweep_to_mesh(const TriangleTree& tree, const SpherePath& path, SweepHit& hit) {
  const double length = path.motion.norm();
  if (!(length > 0)) return false;
  const LocalRay ray{path.start, path.motion / length};
  double limit = length;
  hit.triangle = -1;
  const auto key = [&](const AxisBox& box) {
    const Vector3 grow = Vector3::Constant(path.radius);
    const auto [in, out] = cross_box({box.lower - grow, box.upper + grow}, ray);
    return in <= out && out >= 0 ? std::max(in, 0.0) : std::numeric_limits<double>::infinity();
  };
  tree.boxes().visit_nearest_first(key, limit, [&](int i) {
    SweepHit one;
    if (!sweep_to_triangle(tree.triangle(i), path, one)) return;
    if (hit.triangle >= 0 &&
        (one.fraction > hit.fraction || (one.fraction == hit.fraction && hit.triangle < i)))
      return;
    hit = one;
    hit.triangle = i;
    limit = one.fraction * length;
  });
  return hit.triangle >= 0;
}

}  // namespace

bool sweep_sphere(const Shape& shape, const TriangleTree* tree, const SpherePath& path,
                  ProximityScratch& scratch, SweepHit& hit) {
  if (shape.kind == GeometryKind::kPlane) return sweep_to_plane(path, hit);
  if (shape.kind == GeometryKind::kHollowSphere) return sweep_to_wall(shape.size.x(), path, hit);
  if (tree != nullptr) return sweep_to_mesh(*tree, path, hit);
  if (is_surface(shape.kind)) return false;
  const Shape point;  // a sphere of radius 0
  const RigidTransform identity;
  const auto nearest = [&](const Vector3& p, NearestPoint& at) {
    const RigidTransform X(p);
    Proximity proximity;
    if (!find_proximity({{point, X}}, {{shape, identity}}, std::numeric_limits<double>::infinity(),
                        scratch, proximity))
      return false;
    at = {proximity.distance, proximity.point_b, -proximity.normal};
    return true;
  };
  return advance(path, nearest, hit);
}

}  // namespace cardan
