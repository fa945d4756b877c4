#include "collision/broad/unbounded_pairs.h"

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
  if (a.shape.kind != ShapeKind::kCylinder && a.shape.kind != ShapeKind::kCone) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (const ExtremePoint& e : extremes) least = std::min(least, up.dot(e.centre - a.X_WS.p));
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

/// The point farthest from c of an ellipsoid about the origin with semi-axes s: x with (λ/s_i² − 1)
/// x_i = −c_i and λ ≥ max s_i², where the level Σ (x_i/s_i)² decreases with λ.
Vector3 farthest_of_ellipsoid(const Vector3& s, const Vector3& c) {
  const Vector3 square = s.cwiseProduct(s);
  const double pole = square.maxCoeff();
  const double reach = s.maxCoeff() * c.norm();
  const auto level = [&](double lambda) {
    return s.cwiseProduct(c).cwiseQuotient(Vector3::Constant(lambda) - square).squaredNorm();
  };
  double low = pole, high = pole + reach;  // level(high) ≤ 1, because every denominator is ≥ reach
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (level(middle) > 1 ? low : high) = middle;
  }
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (s[i] > s[longest]) longest = i;
  Vector3 x;
  double rest = 1;
  for (int i = 0; i < 3; ++i) {
    x[i] = -square[i] * c[i] / (high - square[i]);
    if (!std::isfinite(x[i])) x[i] = 0;
    if (i != longest) rest -= x[i] * x[i] / square[i];
  }
  // If c is perpendicular to the longest axis, the level stays below 1 at the pole; x_longest takes
  // up the rest.
  x[longest] = std::copysign(s[longest] * std::sqrt(std::max(0.0, rest)), -c[longest]);
  return x;
}

// Extreme points of a. Exact for the single point of an ellipsoid, which has to be computed.
void farthest_points(const PosedShape& a, const PosedShape& b, std::vector<ExtremePoint>& points) {
  const Vector3 offset = a.X_WS.p - b.X_WS.p;
  const Vector3 outward = offset.norm() > 0 ? Vector3(offset.normalized()) : -Vector3::UnitZ();
  extreme_points(a, outward, points);
  if (a.shape.kind != ShapeKind::kEllipsoid) return;
  const Vector3 centre = a.X_WS.R.transpose() * -offset;
  points[0].centre = a.X_WS * farthest_of_ellipsoid(a.shape.size, centre);
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
  if (a.shape.kind == ShapeKind::kSphere) return sphere_patch(a, b, margin, patches);
  scratch.candidates.clear();
  if (a.shape.kind == ShapeKind::kConvex) {
    vertex_candidates(a, a.shape.hull->vertices, b, margin, scratch);
  } else if (a.shape.kind == ShapeKind::kMesh) {
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
