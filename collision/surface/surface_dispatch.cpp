#include "collision/surface/surface_dispatch.h"

#include "collision/surface/surface_pairs.h"

namespace cardan {
namespace {

constexpr double kGrow = 1e-6;  // relative: boxes are enlarged by this to cover round-off

AxisBox with_margin(const AxisBox& box, double margin) {
  return grown(box, margin + kGrow * (box.upper - box.lower).norm());
}

// Intersection of the box of one surface's nearby triangles with the box of the other.
AxisBox common_box(const SurfaceFeatures& near, const AxisBox& box) {
  AxisBox common{Vector3::Constant(std::numeric_limits<double>::infinity()),
                 Vector3::Constant(-std::numeric_limits<double>::infinity())};
  for (const SurfaceTriangle& t : near.triangles) {
    for (const Vector3& c : t.corners) {
      common.lower = common.lower.cwiseMin(c);
      common.upper = common.upper.cwiseMax(c);
    }
  }
  return {common.lower.cwiseMax(box.lower), common.upper.cwiseMin(box.upper)};
}

Vector3 mean(const std::vector<Vector3>& points) {
  Vector3 sum = Vector3::Zero();
  for (const Vector3& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

/// A point inside a convex shape, or the centre of a mesh's vertices, in its frame.
Vector3 middle_of(const Shape& shape) {
  if (shape.kind == GeometryKind::kConvex) return mean(shape.hull->vertices);
  if (shape.kind == GeometryKind::kMesh) return mean(shape.mesh->vertices);
  return Vector3::Zero();
}

Vector3 farthest_point(const Shape& shape, const Vector3& d) {
  if (shape.kind != GeometryKind::kMesh) return support_point(shape, d);
  Vector3 best = shape.mesh->vertices[0];
  for (const Vector3& v : shape.mesh->vertices)
    if (d.dot(v) > d.dot(best)) best = v;
  return best;
}

// Handles a shape inside a solid that touches none of its triangles. The contact's depth, that of
// the shape's last point on the way out, is at most the least penetration.
void rescue(const PosedShape& a, const Surface& solid, const PosedShape& b,
            std::vector<Patch>& patches) {
  const RigidTransform X_BA = b.X_WS.inverse() * a.X_WS;
  const Vector3 c = X_BA * middle_of(a.shape);
  const SurfaceDepth centre = solid.depth(c);
  if (!centre.inside) return;
  const Vector3 last = X_BA * farthest_point(a.shape, X_BA.R.transpose() * -centre.normal);
  const SurfaceDepth last_depth = solid.depth(last);
  const double depth = last_depth.inside ? std::max(centre.depth, last_depth.depth) : centre.depth;
  // On the line through the centre, so that the contact causes no rotation.
  const Vector3 on_a = c + centre.normal * centre.normal.dot(last - c);
  Patch patch;
  patch.normal = -(b.X_WS.R * centre.normal);
  patch.count = 1;
  patch.points[0] = {b.X_WS * (on_a + 0.5 * depth * centre.normal), -depth, 0xffffffffu};
  patches.push_back(patch);
}

void collide_surfaces(const SurfacePair& pair, const AxisBox& box_a_B, double margin,
                      NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  pair.surface_b.find_features(box_a_B, scratch.near_b);
  if (scratch.near_b.triangles.empty()) return;
  const RigidTransform X_AB = pair.a.X_WS.inverse() * pair.b.X_WS;
  const AxisBox box_b_A = moved(common_box(scratch.near_b, box_a_B), X_AB);
  pair.surface_a->find_features(with_margin(box_b_A, margin), scratch.near_a);
  if (scratch.near_a.triangles.empty()) return;
  surface_pair_patches(pair.a.X_WS, pair.b.X_WS, margin, scratch, patches);
}

}  // namespace

Surface::Surface(const Shape& shape) {
  if (shape.kind == GeometryKind::kMesh) {
    mesh_ = std::make_unique<MeshSurface>(shape.mesh);
  } else {
    field_ = std::make_unique<HeightfieldSurface>(shape.heights);
  }
}

void collide_surface(const SurfacePair& pair, double margin, NarrowPhaseScratch& scratch,
                     std::vector<Patch>& patches) {
  const PosedShape &a = pair.a, &b = pair.b;
  const RigidTransform X_BA = b.X_WS.inverse() * a.X_WS;
  const AxisBox box = with_margin(world_bounds(a.shape, pair.bounds_a, X_BA), margin);
  const std::size_t first = patches.size();
  if (a.shape.kind == GeometryKind::kHeightfield) return;  // two heightfields: neither can move
  if (pair.surface_a != nullptr) {
    collide_surfaces(pair, box, margin, scratch, patches);
  } else {
    if (surface_patches(pair, box, margin, scratch, patches)) {
      rescue(a, pair.surface_b, b, patches);
      if (patches.size() > first + 1)
        patches.erase(patches.begin() + static_cast<std::ptrdiff_t>(first));
    }
  }
  if (patches.size() > first) return;
  rescue(a, pair.surface_b, b, patches);
  if (patches.size() > first || pair.surface_a == nullptr || b.shape.kind != GeometryKind::kMesh)
    return;
  rescue(b, *pair.surface_a, a, patches);
  for (std::size_t i = first; i < patches.size(); ++i) patches[i] = flipped(patches[i]);
}

}  // namespace cardan
