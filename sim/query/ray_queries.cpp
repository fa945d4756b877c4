#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "collision/query/sphere_sweep.h"
#include "sim/query/nearest_hit.h"

namespace cardan {

namespace {

// The ray in W, with a direction of unit length.
LocalRay checked(const Ray& ray) {
  if (!ray.origin.allFinite() || !ray.direction.allFinite())
    throw Error("origin or direction of the ray is not finite", "ray");
  const double length = ray.direction.stableNorm();
  if (!(length > 0)) throw Error("the direction of the ray has zero length", "ray");
  if (!(ray.max_distance >= 0)) throw Error("max_distance of the ray is negative or NaN", "ray");
  return {ray.origin, (ray.direction / length).normalized()};
}

// Length of an unlimited sweep: beyond all bounded shapes, and 100 km towards planes.
double sweep_length(const WorldView::Impl& view, const LocalRay& ray, double radius, double limit) {
  double reach = 1e5;
  if (!view.tree.empty()) {
    const AxisBox& box = view.tree.bounds();
    reach = std::max({reach, (box.lower - ray.origin).norm(), (box.upper - ray.origin).norm()});
  }
  return std::min(limit, 2 * reach + radius);
}

bool earlier(const RayHit& a, const RayHit& b) { return a.distance < b.distance; }

}  // namespace

std::optional<RayHit> ray_cast(const WorldView& view, const Ray& ray, const QueryFilter& filter) {
  const LocalRay ray_W = checked(ray);
  const ViewFilter filtered(view.impl(), filter);
  return nearest_hit(view.impl(), ray_W, ray.max_distance,
                     [&](const ViewShape& shape) { return filtered.passes(view.impl(), shape); });
}

std::vector<RayHit> ray_cast_all(const WorldView& view, const Ray& ray, const QueryFilter& filter) {
  const LocalRay ray_W = checked(ray);
  const ViewFilter filtered(view.impl(), filter);
  std::vector<std::pair<const ViewShape*, RayHit>> found;
  double limit = ray.max_distance;
  visit_along(view.impl(), ray_W, 0, limit, [&](const ViewShape& shape) {
    RayHit hit;
    if (filtered.passes(view.impl(), shape) && hit_shape(view.impl(), shape, ray_W, limit, hit))
      found.emplace_back(&shape, hit);
  });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return earlier(a.second, b.second) || (!earlier(b.second, a.second) && a.first < b.first);
  });
  std::vector<RayHit> hits;
  hits.reserve(found.size());
  for (const auto& [shape, hit] : found) hits.push_back(hit);
  return hits;
}

std::optional<RayHit> sphere_cast(const WorldView& view, const Ray& ray, double radius,
                                  const QueryFilter& filter) {
  const LocalRay ray_W = checked(ray);
  if (!(radius > 0) || !std::isfinite(radius))
    throw Error("the radius of the sphere is not a positive number", "sphere_cast");
  const ViewFilter filtered(view.impl(), filter);
  static thread_local ProximityScratch scratch;
  const double length = sweep_length(view.impl(), ray_W, radius, ray.max_distance);
  std::optional<RayHit> nearest;
  const ViewShape* nearest_shape = nullptr;
  double limit = length;
  visit_along(view.impl(), ray_W, radius, limit, [&](const ViewShape& shape) {
    if (!filtered.passes(view.impl(), shape)) return;
    const LocalRay local = in_frame(ray_W, shape.X_WS);
    SweepHit hit;
    const SpherePath path{local.origin, length * local.direction, radius, SweepKind::kQuery};
    if (!sweep_sphere(*shape.shape, shape.tree, path, scratch, hit)) return;
    const double distance = hit.fraction * length;
    if (!(distance <= limit) ||
        (nearest && distance == nearest->distance && nearest_shape < &shape))
      return;
    const ShapeName name = view.impl().name(shape);
    nearest = RayHit{name.model,
                     name.link,
                     name.shape,
                     shape.X_WS * hit.point,
                     shape.X_WS.R * hit.normal,
                     distance,
                     hit.triangle,
                     hit.fraction == 0};
    nearest_shape = &shape;
    limit = distance;
  });
  return nearest;
}

}  // namespace cardan
