#include "collision/broad/unbounded_pairs.h"

#include "geometry/shape_form.h"

namespace cardan {

namespace {

// Polytopes and meshes: heights are computed in the shape's frame, so that only the vertices in
// contact are transformed to W.
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

// Depth by which the lowest point of a flat disc exceeds the rim points that represent it [m].
double missing_depth(const PosedShape& a, const Vector3& up,
                     const std::vector<ExtremePoint>& extremes) {
  if (!form_of(a.shape).has_discs) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (const ExtremePoint& e : extremes)
    least = std::min(least, up.dot(e.centre - a.X_WS.p) - e.radius);
  const Vector3 up_S = a.X_WS.R.transpose() * up;
  return std::max(0.0, least - up_S.dot(support_point(a.shape, -up_S)));
}

void extreme_candidates(const PosedShape& a, const PosedShape& b, double margin,
                        NarrowPhaseScratch& scratch) {
  const Vector3 up = b.X_WS.R.col(2);
  extreme_points(a, -up, scratch.extremes);
  const double missing = missing_depth(a, up, scratch.extremes);
  for (const ExtremePoint& e : scratch.extremes) {
    const double height = up.dot(e.centre - b.X_WS.p);
    const double gap = height - e.radius - missing;
    // Midway between the surfaces: the sphere's lowest point is at height `gap`.
    if (gap <= margin)
      scratch.candidates.push_back({e.centre - up * (height - 0.5 * gap), gap, e.feature});
  }
}

// Extreme points of a. That of a smooth shape depends on the centre of b.
void farthest_points(const PosedShape& a, const PosedShape& b, std::vector<ExtremePoint>& points) {
  const Vector3 offset = a.X_WS.p - b.X_WS.p;
  const Vector3 outward = offset.norm() > 0 ? Vector3(offset.normalized()) : -Vector3::UnitZ();
  extreme_points(a, outward, points);
  if (form_of(a.shape).farthest != nullptr)
    points[0].centre =
        a.X_WS * form_of(a.shape).farthest(a.shape.size, a.X_WS.R.transpose() * -offset);
}

// The most frequent pair: a single point, so no selection is needed.
void sphere_patch(const PosedShape& sphere, const PosedShape& b, double margin,
                  std::vector<Patch>& patches) {
  const PatchPoint point = sphere_over_half_space(sphere, b);
  if (!(point.gap <= margin)) return;
  Patch& patch = patches.emplace_back();
  patch.normal = -b.X_WS.R.col(2);
  patch.count = 1;
  patch.points[0] = point;
}

}  // namespace

void half_space_patch(const PosedShape& a, const PosedShape& b, double margin,
                      NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  if (a.shape.kind == GeometryKind::kSphere) return sphere_patch(a, b, margin, patches);
  scratch.candidates.clear();
  if (a.shape.kind == GeometryKind::kConvex) {
    vertex_candidates(a, a.shape.hull->vertices, b, margin, scratch);
  } else if (a.shape.kind == GeometryKind::kMesh) {
    vertex_candidates(a, a.shape.mesh->vertices, b, margin, scratch);
  } else {
    extreme_candidates(a, b, margin, scratch);
  }
  const Vector3 down = -b.X_WS.R.col(2);
  if (scratch.candidates.empty()) return;
  patches.push_back(select_patch(scratch.candidates, down, margin));
}

PatchPoint sphere_over_half_space(const PosedShape& sphere, const PosedShape& half_space) {
  const Vector3 up = half_space.X_WS.R.col(2);
  const double height = up.dot(sphere.X_WS.p - half_space.X_WS.p);
  const double gap = height - sphere.shape.size.x();
  return {sphere.X_WS.p - up * (height - 0.5 * gap), gap, 0};
}

void hollow_sphere_patches(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const double radius = b.shape.size.x();
  farthest_points(a, b, scratch.extremes);
  const std::size_t first = patches.size();
  for (const ExtremePoint& e : scratch.extremes) {
    const Vector3 r = e.centre - b.X_WS.p;
    const double distance = r.norm();
    const double gap = radius - distance - e.radius;
    if (!(gap <= margin)) continue;
    Patch patch;
    patch.normal = distance > 0 ? Vector3(r / distance) : -Vector3::UnitZ();
    patch.count = 1;
    // The sphere's outermost point is at radius - gap and the wall at radius: midway is radius -
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

}  // namespace cardan
