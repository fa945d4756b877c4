#include "collision/query/ray_shapes.h"

#include <algorithm>

#include "geometry/shape_form.h"

namespace cardan {
namespace {

bool hit_inside(const LocalRay& ray, ShapeHit& hit) {
  hit = {0, -ray.direction, -1, true};
  return true;
}

// Solid outside the sphere.
bool ray_hollow_sphere(double radius, const LocalRay& ray, double limit, ShapeHit& hit) {
  if (ray.origin.norm() > radius) return hit_inside(ray, hit);
  RayInterval cavity;
  clip_ellipsoid(ray, Vector3::Zero(), Vector3::Constant(radius), cavity);
  const double t = std::max(cavity.out, 0.0);
  if (cavity.empty() || !(t <= limit)) return false;
  hit = {t, -ray.at(t).normalized(), -1, false};
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
  const ShapeForm& form = form_of(shape);
  if (form.is_surface) return tree != nullptr && ray_mesh(*tree, ray, limit, hit);
  if (form.cross == nullptr) return ray_hollow_sphere(shape.size.x(), ray, limit, hit);
  // Quadratic equations lose digits with the distance of the origin, so the ray starts at its point
  // nearest to the shape's frame.
  const double shift = form.is_unbounded ? 0 : -ray.origin.dot(ray.direction);
  const RayInterval interval = form.cross(shape, {ray.at(shift), ray.direction});
  if (interval.empty()) return false;
  const double in = interval.in + shift, out = interval.out + shift;
  if (out < 0 || !(in <= limit)) return false;
  if (in < 0) return hit_inside(ray, hit);
  hit = {in, interval.normal_in, -1, false};
  return true;
}

}  // namespace cardan
