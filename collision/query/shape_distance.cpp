#include "collision/query/shape_distance.h"

#include <cmath>

#include "collision/narrow/convex_pairs.h"
#include "collision/narrow/convex_refinement.h"
#include "collision/narrow/round_pairs.h"
#include "collision/surface/triangle_hull.h"
#include "geometry/shape_form.h"

namespace cardan {
namespace {

void set(Proximity& result, double distance, const Vector3& normal, const Vector3& point_a) {
  result.distance = distance;
  result.normal = normal;
  result.point_a = point_a;
  result.point_b = point_a + distance * normal;
}

// Farthest point of the surface, not of the core, along d (unit, in W).
Vector3 surface_support(const ConvexCore& core, const Vector3& d) {
  return core.support(d) + core.radius() * d;
}

double size_of(const PosedShape& posed) {
  const AxisBox box = local_bounds(posed.shape);
  return (box.upper - box.lower).norm();
}

// The cores' closest points. If GJK and EPA do not converge (flat cores that touch), repeats from a
// position next to it, with an error of 1e-9 of the size.
bool separate_cores(const ConvexCore& a, const ConvexCore& b, double limit,
                    ProximityScratch& scratch, Separation& s) {
  s = separate(a, b, limit, scratch.narrow.separation);
  if (s.beyond) return false;
  if (s.valid) return true;
  const double nudge = 1e-9 * (size_of(a.posed()) + size_of(b.posed()));
  for (const Vector3& d : {Vector3(0.6, 0.48, 0.64), Vector3(-0.48, 0.6, -0.64)}) {
    const RigidTransform X_b(b.posed().X_WS.R, b.posed().X_WS.p + nudge * d);
    s = separate(a, ConvexCore({b.posed().shape, X_b}), limit + nudge, scratch.narrow.separation);
    if (s.beyond) return false;
    if (s.valid) return true;
  }
  return false;
}

// Spheres and capsules in closed form, other shapes by their cores. a is at the origin.
bool convex_convex(const PosedShape& a, const PosedShape& b, double limit,
                   ProximityScratch& scratch, Proximity& result) {
  const GeometryKind kind_a = a.shape.kind, kind_b = b.shape.kind;
  scratch.patches.clear();
  bool done = true;
  if (kind_a == GeometryKind::kSphere && kind_b == GeometryKind::kSphere) {
    sphere_sphere_patch(a, b, limit, scratch.patches);
  } else if (kind_a == GeometryKind::kCapsule && kind_b == GeometryKind::kCapsule) {
    capsule_capsule_patch(a, b, limit, scratch.narrow, scratch.patches);
  } else {
    done = kind_a == GeometryKind::kSphere &&
           sphere_shape_patch(a, b, limit, scratch.narrow, scratch.patches);
  }
  if (done) {
    if (scratch.patches.empty()) return false;
    const Patch& patch = scratch.patches.front();
    const auto end = patch.points.begin() + patch.count;
    const auto deepest =
        std::min_element(patch.points.begin(), end,
                         [](const PatchPoint& p, const PatchPoint& q) { return p.gap < q.gap; });
    set(result, deepest->gap, patch.normal, deepest->point - 0.5 * deepest->gap * patch.normal);
    return true;
  }
  const ConvexCore core_a(a), core_b(b);
  const double radii = core_a.radius() + core_b.radius();
  Separation s = surface_separation(core_a, core_b, limit, scratch.narrow);
  if (s.beyond || (!s.valid && !separate_cores(core_a, core_b, limit + radii, scratch, s)))
    return false;
  place_witness(core_a, core_b, s, scratch.narrow);
  set(result, s.distance - radii, s.normal, s.point_a + core_a.radius() * s.normal);
  return result.distance <= limit;
}

// Candidate far points of any shape.
void far_points(const QueryShape& shape, const Vector3& p, std::vector<Vector3>& points,
                double& radius) {
  points.clear();
  radius = 0;
  const ShapeForm& form = form_of(shape.posed.shape);
  if (form.far_points != nullptr) form.far_points(shape.posed.shape, p, points, radius);
  if (shape.tree != nullptr) points = shape.tree->mesh().vertices;
}

// Finds the lowest point of a above the plane of the half-space b.
bool with_half_space(const QueryShape& a, const PosedShape& b, ProximityScratch& scratch,
                     Proximity& result) {
  const Vector3 up = b.X_WS.R.col(2);
  if (a.tree == nullptr) {
    const Vector3 lowest = surface_support(ConvexCore(a.posed), -up);
    set(result, up.dot(lowest - b.X_WS.p), -up, lowest);
    return true;
  }
  double radius = 0;
  far_points(a, Vector3::Zero(), scratch.points, radius);
  double least = kInfinite;
  for (const Vector3& vertex : scratch.points) {
    const Vector3 p = a.posed.X_WS * vertex;
    const double height = up.dot(p - b.X_WS.p);
    if (!(height < least)) continue;
    least = height;
    set(result, height, -up, p);
  }
  return std::isfinite(least);
}

// Finds the point of a farthest from the centre of the hollow sphere b.
bool with_hollow_sphere(const QueryShape& a, const PosedShape& b, ProximityScratch& scratch,
                        Proximity& result) {
  double radius = 0, farthest = -1;
  far_points(a, a.posed.X_WS.inverse() * b.X_WS.p, scratch.points, radius);
  for (const Vector3& point : scratch.points) {
    const Vector3 r = a.posed.X_WS * point - b.X_WS.p;
    const double norm = r.norm();
    if (!(norm > farthest)) continue;
    farthest = norm;
    const Vector3 outward = norm > 0 ? Vector3(r / norm) : Vector3::UnitZ();
    set(result, b.shape.size.x() - norm - radius, outward, b.X_WS.p + (norm + radius) * outward);
  }
  return farthest >= 0;
}

// Sphere against mesh: finds the point of the surface nearest to its centre.
bool sphere_mesh(const PosedShape& a, const QueryShape& b, double limit, Proximity& result) {
  const double radius = a.shape.size.x();
  const Vector3 centre = b.posed.X_WS.inverse() * a.X_WS.p;
  const bool inside = b.tree->contains(centre);
  Vector3 q = Vector3::Zero();
  int triangle = -1;
  if (!b.tree->nearest(centre, inside ? kInfinite : limit + radius, q, triangle)) return false;
  const Vector3 d = (inside ? -1 : 1) * (q - centre);
  const double norm = d.norm();
  const Vector3 n = norm > 0 ? Vector3(d / norm) : Vector3(-b.tree->triangle(triangle).normal);
  const Vector3 n_W = b.posed.X_WS.R * n;
  set(result, (inside ? -norm : norm) - radius, n_W, a.X_WS.p + radius * n_W);
  return true;
}

// Finds the nearest of all triangles or, if some intersect a, the one with the greatest depth.
bool nearest_triangle(const PosedShape& a, const QueryShape& b, double limit,
                      ProximityScratch& scratch, Proximity& result) {
  static thread_local TriangleHull flat;
  // In the frame of the mesh.
  const RigidTransform X_BA = b.posed.X_WS.inverse() * a.X_WS, identity;
  const PosedShape a_B{a.shape, X_BA};
  const ConvexCore core(a_B);
  const AxisBox box = world_bounds(a.shape, local_bounds(a.shape), X_BA);
  double reach = std::max(limit, 0.0), best = limit;
  bool found = false;
  Proximity nearest;
  const auto key = [&](const AxisBox& other) { return box_distance(box, other); };
  b.tree->boxes().visit_nearest_first(key, reach, [&](int i) {
    const Triangle t = b.tree->triangle(i);
    flat.set(t.corner, t.normal);
    Separation s;
    if (!separate_cores(core, ConvexCore({flat.shape, identity}), reach + core.radius(), scratch,
                        s))
      return;
    const double distance = s.distance - core.radius();
    if (!(distance < best) && (found || distance > best)) return;
    best = distance;
    reach = std::max(best, 0.0);
    found = true;
    set(nearest, distance, s.normal, s.point_a + core.radius() * s.normal);
  });
  if (!found) return false;
  set(result, nearest.distance, b.posed.X_WS.R * nearest.normal, b.posed.X_WS * nearest.point_a);
  return true;
}

// Converts the result for a shape that is enclosed by a closed surface without touching it.
void turn_inside_out(Proximity& result) {
  result.distance = -result.distance;
  result.normal = -result.normal;
}

bool convex_mesh(const PosedShape& a, const QueryShape& b, double limit, ProximityScratch& scratch,
                 Proximity& result) {
  if (a.shape.kind == GeometryKind::kSphere) return sphere_mesh(a, b, limit, result);
  const bool inside = b.tree->contains(b.posed.X_WS.inverse() * a.X_WS.p);
  if (!nearest_triangle(a, b, inside ? kInfinite : limit, scratch, result)) return false;
  if (inside && result.distance > 0) turn_inside_out(result);
  return true;
}

bool mesh_mesh(const QueryShape& a, const QueryShape& b, double limit, ProximityScratch& scratch,
               Proximity& result) {
  static thread_local TriangleHull own;  // separate from the one that nearest_triangle uses
  const RigidTransform X_AB = a.posed.X_WS.inverse() * b.posed.X_WS;
  const bool b_in_a = a.tree->contains(X_AB * b.tree->triangle(0).corner[0]);
  const bool a_in_b = b.tree->contains(X_AB.inverse() * a.tree->triangle(0).corner[0]);
  double best = a_in_b || b_in_a ? kInfinite : limit, reach = std::max(best, 0.0);
  const AxisBox box_b = world_bounds(b.posed.shape, b.tree->boxes().bounds(), X_AB);
  bool found = false;
  const auto key = [&](const AxisBox& box) { return box_distance(box, box_b); };
  a.tree->boxes().visit_nearest_first(key, reach, [&](int i) {
    const Triangle t = a.tree->triangle(i);
    own.set(t.corner, t.normal);
    Proximity one;
    if (!nearest_triangle({own.shape, a.posed.X_WS}, b, best, scratch, one)) return;
    if (found && !(one.distance < best)) return;
    best = one.distance;
    reach = std::max(best, 0.0);
    result = one;
    found = true;
  });
  if (found && result.distance > 0 && (a_in_b || b_in_a)) turn_inside_out(result);
  return found;
}

int class_of(const Shape& shape) {
  if (form_of(shape).is_unbounded) return 2;
  return form_of(shape).is_surface ? 1 : 0;
}

// Handles an ordered pair: convex shapes before meshes before unbounded solids; of two convex
// shapes, that of the lower ShapeForm::rank is a. The frame of a is at the origin of W.
bool find_ordered(const QueryShape& a, const QueryShape& b, double limit, ProximityScratch& scratch,
                  Proximity& result) {
  const int class_a = class_of(a.posed.shape), class_b = class_of(b.posed.shape);
  if (class_a == 2) return false;
  if (b.posed.shape.kind == GeometryKind::kPlane)
    return with_half_space(a, b.posed, scratch, result);
  if (class_b == 2) return with_hollow_sphere(a, b.posed, scratch, result);
  if (class_b == 0) return convex_convex(a.posed, b.posed, limit, scratch, result);
  return class_a == 0 ? convex_mesh(a.posed, b, limit, scratch, result)
                      : mesh_mesh(a, b, limit, scratch, result);
}

}  // namespace

bool find_proximity(const QueryShape& a, const QueryShape& b, double limit,
                    ProximityScratch& scratch, Proximity& result) {
  const int class_a = class_of(a.posed.shape), class_b = class_of(b.posed.shape);
  const bool in_order = class_a != class_b
                            ? class_a < class_b
                            : form_of(a.posed.shape).rank <= form_of(b.posed.shape).rank;
  if (!in_order) {
    if (!find_proximity(b, a, limit, scratch, result)) return false;
    std::swap(result.point_a, result.point_b);
    result.normal = -result.normal;
    return true;
  }
  // Relative to the frame of a, so that round-off does not depend on the position in the world.
  const Vector3 origin = a.posed.X_WS.p;
  const RigidTransform X_a(a.posed.X_WS.R, Vector3::Zero());
  const RigidTransform X_b(b.posed.X_WS.R, b.posed.X_WS.p - origin);
  if (!find_ordered({{a.posed.shape, X_a}, a.tree}, {{b.posed.shape, X_b}, b.tree}, limit, scratch,
                    result) ||
      !(result.distance <= limit))
    return false;
  result.point_a += origin;
  result.point_b += origin;
  return true;
}

}  // namespace cardan
