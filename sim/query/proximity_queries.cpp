#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "sim/query/world_view.h"

namespace cardan {

namespace {

ProximityScratch& scratch() {
  static thread_local ProximityScratch own;
  return own;
}

std::vector<const ViewShape*> shapes_of(const WorldView::Impl& view, std::string_view name,
                                        const std::string& where) {
  view.require_current();
  const ShapeOwner owner = require_owner(*view.world, name, where);
  std::vector<const ViewShape*> shapes;
  for (const ViewShape& shape : view.shapes)
    if (owner.holds(shape.model, view.instance(shape))) shapes.push_back(&shape);
  if (shapes.empty()) throw Error("'" + std::string(name) + "' has no shape", where);
  return shapes;
}

// A lower bound of the distance of two shapes.
double box_bound(const ViewShape& a, const ViewShape& b) {
  if (is_unbounded(a.shape->kind) || is_unbounded(b.shape->kind)) return 0;
  return box_distance(a.box, b.box);
}

// Visits the shapes whose boxes touch the box, in the order of the names.
template <class Visit>
void visit_near(const WorldView::Impl& view, const AxisBox& box, const Visit& visit) {
  std::vector<int> near = view.unbounded;
  double limit = 0;
  view.tree.visit_nearest_first([&](const AxisBox& other) { return box_distance(box, other); },
                                limit, [&](int item) { near.push_back(view.bounded[item]); });
  std::sort(near.begin(), near.end());
  for (const int i : near) visit(view.shapes[i]);
}

void append_overlaps(const WorldView::Impl& view, const ViewFilter& filter, const QueryShape& probe,
                     std::vector<int>& found) {
  const AxisBox box =
      world_bounds(probe.posed.shape, local_bounds(probe.posed.shape), probe.posed.X_WS);
  visit_near(view, box, [&](const ViewShape& shape) {
    Proximity proximity;
    if (!filter.passes(view, shape) ||
        !find_proximity(probe, view.at_pose(shape), 0, scratch(), proximity))
      return;
    found.push_back(static_cast<int>(&shape - view.shapes.data()));
  });
}

std::vector<ShapeName> names_of(const WorldView::Impl& view, std::vector<int> found) {
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<ShapeName> names;
  names.reserve(found.size());
  for (const int i : found) names.push_back(view.name(view.shapes[i]));
  return names;
}

}  // namespace

std::optional<ClosestPoints> closest_points(const WorldView& view, std::string_view a,
                                            std::string_view b, double max_distance) {
  const std::string where = "closest_points";
  const auto shapes_a = shapes_of(view.impl(), a, where),
             shapes_b = shapes_of(view.impl(), b, where);
  if (std::isnan(max_distance)) throw Error("max_distance is NaN", where);
  std::optional<ClosestPoints> nearest;
  double limit = max_distance;
  bool measurable = false;
  for (const ViewShape* x : shapes_a) {
    for (const ViewShape* y : shapes_b) {
      if (x == y)
        throw Error("'" + std::string(a) + "' and '" + std::string(b) + "' share a shape", where,
                    "name two different models or links");
      if (is_unbounded(x->shape->kind) && is_unbounded(y->shape->kind)) continue;
      measurable = true;
      Proximity found;
      if (box_bound(*x, *y) > std::max(limit, 0.0) ||
          !find_proximity(view.impl().at_pose(*x), view.impl().at_pose(*y), limit, scratch(),
                          found) ||
          (nearest && !(found.distance < nearest->distance)))
        continue;
      const ShapeName name_x = view.impl().name(*x), name_y = view.impl().name(*y);
      nearest =
          ClosestPoints{found.distance, found.point_a, found.point_b, found.normal, name_x.model,
                        name_x.link,    name_y.model,  name_y.link,   name_x.shape, name_y.shape};
      limit = found.distance;
    }
  }
  if (!measurable) {
    throw Error("'" + std::string(a) + "' and '" + std::string(b) + "' are both unbounded", where,
                "half-spaces and hollow spheres are measured against bounded shapes only");
  }
  return nearest;
}

double distance(const WorldView& view, std::string_view a, std::string_view b) {
  const auto nearest = closest_points(view, a, b);
  return nearest ? nearest->distance : kInfinity;
}

std::vector<ShapeName> overlapping(const WorldView& view, const GeometryRecord& shape,
                                   const RigidTransform& pose, const QueryFilter& filter) {
  const std::string where = "overlapping";
  if (!pose.p.allFinite() || !pose.R.allFinite()) throw Error("the pose is not finite", where);
  if ((pose.R * pose.R.transpose() - Matrix3::Identity()).norm() > 1e-6)
    throw Error("the rotation of the pose is not orthonormal", where);
  const ViewFilter filtered(view.impl(), filter);
  std::vector<int> found;
  for (const Shape& part : make_shapes(shape, where)) {
    if (is_unbounded(part.kind))
      throw Error("the shape is unbounded", where, "query with a bounded shape");
    const auto tree = make_triangle_tree(part);
    append_overlaps(view.impl(), filtered, {{part, pose}, tree.get()}, found);
  }
  return names_of(view.impl(), found);
}

std::vector<ShapeName> containing(const WorldView& view, const Vector3& point,
                                  const QueryFilter& filter) {
  if (!point.allFinite()) throw Error("the point is not finite", "containing");
  const ViewFilter filtered(view.impl(), filter);
  const Shape ball;  // a sphere of radius 0
  const RigidTransform X(point);
  std::vector<int> found;
  append_overlaps(view.impl(), filtered, {{ball, X}}, found);
  return names_of(view.impl(), found);
}

}  // namespace cardan
