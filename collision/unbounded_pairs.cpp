#include "cardan/collision/unbounded_pairs_internal.h"

namespace cardan {

namespace {

// Polytopes and meshes: heights in the shape's frame, so that only the vertices that touch are
// moved to W.
void vertex_candidates(const PosedShape& a, const std::vector<Vector3>& vertices,
                       const PosedShape& b, double margin, NarrowPhaseScratch& scratch) {
  const Vector3 up = b.X_WS.R.col(2);
  const Vector3 up_S = a.X_WS.R.transpose() * up;
  const double origin_height = up.dot(a.X_WS.p - b.X_WS.p);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double gap = origin_height + up_S.dot(vertices[i]);
    if (gap <= margin)
      scratch.candidates.push_back(
          {a.X_WS * vertices[i] - 0.5 * gap * up, gap, static_cast<std::uint32_t>(i)});
  }
}

void extreme_candidates(const PosedShape& a, const PosedShape& b, double margin,
                        NarrowPhaseScratch& scratch) {
  const Vector3 up = b.X_WS.R.col(2);
  extreme_points(a, -up, scratch.extremes);
  for (const ExtremePoint& e : scratch.extremes) {
    const double height = up.dot(e.centre - b.X_WS.p);
    const double gap = height - e.radius;
    // Midway between the surfaces: the ball's lowest point lies at height `gap`.
    if (gap <= margin)
      scratch.candidates.push_back({e.centre - up * (height - 0.5 * gap), gap, e.feature});
  }
}

}  // namespace

void half_space_patch(const PosedShape& a, const PosedShape& b, double margin,
                      NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  scratch.candidates.clear();
  if (a.shape.kind == ShapeKind::kConvex) {
    vertex_candidates(a, a.shape.hull->vertices, b, margin, scratch);
  } else if (a.shape.kind == ShapeKind::kMesh) {
    vertex_candidates(a, a.shape.mesh->vertices, b, margin, scratch);
  } else {
    extreme_candidates(a, b, margin, scratch);
  }
  if (scratch.candidates.empty()) return;
  patches.push_back(select_patch(scratch.candidates, -b.X_WS.R.col(2), margin));
}

void hollow_sphere_patches(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const double radius = b.shape.size.x();
  const Vector3 offset = a.X_WS.p - b.X_WS.p;
  const Vector3 outward = offset.norm() > 0 ? Vector3(offset.normalized()) : -Vector3::UnitZ();
  extreme_points(a, outward, scratch.extremes);
  const std::size_t first = patches.size();
  for (const ExtremePoint& e : scratch.extremes) {
    const Vector3 r = e.centre - b.X_WS.p;
    const double distance = r.norm();
    const double gap = radius - distance - e.radius;
    if (!(gap <= margin)) continue;
    Patch patch;
    patch.normal = distance > 0 ? Vector3(r / distance) : outward;
    patch.count = 1;
    // The ball's outermost point lies at radius - gap, the wall at radius: midway is radius -
    // gap/2.
    patch.points[0] = {b.X_WS.p + patch.normal * (radius - 0.5 * gap), gap, e.feature};
    patches.push_back(patch);
  }
  const auto begin = patches.begin() + static_cast<std::ptrdiff_t>(first);
  if (patches.end() - begin <= kMaxPatchPoints) return;
  std::sort(begin, patches.end(), [](const Patch& p, const Patch& q) {
    return p.points[0].gap < q.points[0].gap ||
           (p.points[0].gap == q.points[0].gap && p.points[0].feature < q.points[0].feature);
  });
  patches.erase(begin + kMaxPatchPoints, patches.end());
  std::sort(begin, patches.end(), [](const Patch& p, const Patch& q) {
    return p.points[0].feature < q.points[0].feature;
  });
}

bool box_touches_unbounded(const AxisBox& box, const PosedShape& unbounded) {
  const Vector3 half = 0.5 * (box.upper - box.lower);
  const Vector3 centre = 0.5 * (box.upper + box.lower) - unbounded.X_WS.p;
  if (unbounded.shape.kind == ShapeKind::kHalfSpace) {
    const Vector3 up = unbounded.X_WS.R.col(2);
    return up.dot(centre) <= up.cwiseAbs().dot(half);
  }
  return (centre.cwiseAbs() + half).norm() >= unbounded.shape.size.x();
}

}  // namespace cardan
