#pragma once

#include <algorithm>
#include <optional>

#include "collision/query/ray_shapes.h"
#include "sim/query/world_view.h"

/// Ray casts against the shapes of a view.
namespace cardan {

inline LocalRay in_frame(const LocalRay& ray, const RigidTransform& X_WS) {
  return {X_WS.inverse() * ray.origin, X_WS.R.transpose() * ray.direction};
}

/// Visits, nearest first, the shapes whose boxes, enlarged by `radius`, the ray hits within
/// `limit`.
template <class Visit>
void visit_along(const WorldView::Impl& view, const LocalRay& ray, double radius, double& limit,
                 const Visit& visit) {
  for (const int i : view.unbounded) visit(view.shapes[i]);
  const Vector3 grow = Vector3::Constant(radius);
  const auto key = [&](const AxisBox& box) {
    const auto [in, out] = cross_box({box.lower - grow, box.upper + grow}, ray);
    return in <= out && out >= 0 ? std::max(in, 0.0) : kInfinity;
  };
  view.tree.visit_nearest_first(key, limit,
                                [&](int item) { visit(view.shapes[view.bounded[item]]); });
}

inline bool hit_shape(const WorldView::Impl& view, const ViewShape& shape, const LocalRay& ray,
                      double limit, RayHit& hit) {
  ShapeHit found;
  if (!ray_shape(*shape.shape, shape.tree, in_frame(ray, shape.X_WS), limit, found)) return false;
  const ShapeName name = view.name(shape);
  hit = {name.model,
         name.link,
         name.shape,
         ray.origin + found.t * ray.direction,
         found.inside ? Vector3(-ray.direction) : Vector3(shape.X_WS.R * found.normal),
         found.t,
         found.triangle,
         found.inside};
  return true;
}

/// Returns the nearest shape that `passes` admits along a ray with a unit direction. Of equally
/// near shapes, the first one in the order of the view is returned. Does not allocate.
template <class Passes>
std::optional<RayHit> nearest_hit(const WorldView::Impl& view, const LocalRay& ray,
                                  double max_distance, const Passes& passes) {
  std::optional<RayHit> nearest;
  const ViewShape* nearest_shape = nullptr;
  double limit = max_distance;
  visit_along(view, ray, 0, limit, [&](const ViewShape& shape) {
    RayHit hit;
    if (!passes(shape) || !hit_shape(view, shape, ray, limit, hit)) return;
    if (nearest && hit.distance == nearest->distance && nearest_shape < &shape) return;
    nearest = hit;
    nearest_shape = &shape;
    limit = hit.distance;
  });
  return nearest;
}

}  // namespace cardan
