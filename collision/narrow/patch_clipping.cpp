// Computes the points of a patch for a known contact normal by clipping support faces and edges.
#include "collision/narrow/convex_pairs.h"
#include "collision/narrow/convex_refinement.h"
#include "collision/query/ray_entry.h"

namespace cardan {
namespace {

constexpr double kFlat = 1e-5;  // sine up to which a face is perpendicular to the normal
// Sine up to which a face is clipped although the normal belongs to two edges. An overlapping box
// of a pile then rests on the area or the length that it shares with its neighbour.
constexpr double kTilted = 0.15;
constexpr double kParallel = 1e-2;  // sine up to which two edges touch in a segment instead of a
                                    // point
constexpr double kClip =
    1e-9;  // relative: a vertex outside a side by no more than this still counts as inside
// Relative: if the candidates miss the deepest point by more than this, clipping has not found it.
// The corners that represent a disc may miss the points in between.
constexpr double kMissing = 1e-11;
constexpr double kMissingOfDisc = 1e-7;
constexpr std::uint32_t kOfB = 0x8000;  // owner bit of a label

/// Sides of a polygon as planes: outside where m·x > m·p.
struct ClipSide {
  Vector3 m, p;
};

/// The side of a face that begins at vertex i, parallel to `along`.
ClipSide polygon_side(const Feature& face, std::size_t i, const Vector3& along) {
  const std::size_t count = face.vertices.size();
  const Vector3& p = face.vertices[i].point;
  const Vector3 edge = face.vertices[(i + 1) % count].point - p;
  Vector3 m = edge.cross(along).normalized();
  // For either winding, the vertex after the next one lies inside.
  if (m.dot(face.vertices[(i + 2) % count].point - p) > 0) m = -m;
  return {m, p};
}

double feature_size(const Feature& feature) {
  double size = 0;
  for (const FeatureVertex& v : feature.vertices)
    size = std::max(size, (v.point - feature.vertices[0].point).lpNorm<Eigen::Infinity>());
  return size;
}

ClipVertex cut(const ClipVertex& p, double height_p, const ClipVertex& q, double height_q) {
  // Within the tolerance both vertices may be on one side; the cut stays between them.
  const double t = std::clamp(height_p / (height_p - height_q), 0.0, 1.0);
  ClipVertex vertex;
  vertex.point = p.point + (q.point - p.point) * t;
  return vertex;
}

// One step of [Sutherland, Hodgman 1974]. Every vertex keeps the labels of its two edges.
void clip_polygon(const ClipSide& side, std::uint32_t label, double tolerance,
                  NarrowPhaseScratch& scratch) {
  std::vector<ClipVertex>& polygon = scratch.polygon;
  std::vector<ClipVertex>& out = scratch.clipped;
  out.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClipVertex& p = polygon[i];
    const ClipVertex& q = polygon[(i + 1) % polygon.size()];
    const double height_p = side.m.dot(p.point - side.p), height_q = side.m.dot(q.point - side.p);
    const bool inside_p = height_p <= tolerance, inside_q = height_q <= tolerance;
    if (inside_p) out.push_back(p);
    if (inside_p == inside_q) continue;
    ClipVertex vertex = cut(p, height_p, q, height_q);
    vertex.in = inside_p ? p.out : label;
    vertex.out = inside_p ? label : p.out;
    out.push_back(vertex);
  }
  polygon.swap(out);
}

// A segment has no edges that could label its ends: `in` labels the end, `out` the side that cut
// it.
void clip_segment(const ClipSide& side, std::uint32_t label, double tolerance,
                  NarrowPhaseScratch& scratch) {
  std::vector<ClipVertex>& ends = scratch.polygon;
  if (ends.size() != 2) return;
  const double height_p = side.m.dot(ends[0].point - side.p);
  const double height_q = side.m.dot(ends[1].point - side.p);
  const bool inside_p = height_p <= tolerance, inside_q = height_q <= tolerance;
  if (!inside_p && !inside_q) return ends.clear();
  if (inside_p && inside_q) return;
  ClipVertex vertex = cut(ends[0], height_p, ends[1], height_q);
  ClipVertex& replaced = inside_p ? ends[1] : ends[0];
  replaced = {vertex.point, replaced.in, label};
}

void load_incident(const Feature& incident, std::uint32_t owner, NarrowPhaseScratch& scratch) {
  scratch.polygon.clear();
  const std::size_t count = incident.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t own = incident.vertices[i].label | owner;
    const std::uint32_t previous = incident.vertices[(i + count - 1) % count].label | owner;
    if (count >= 3) {
      scratch.polygon.push_back({incident.vertices[i].point, previous, own});
    } else {
      scratch.polygon.push_back({incident.vertices[i].point, own, 0x7fff});
    }
  }
}

// Of several points at one place, keeps the first.
void drop_twins(double same, std::vector<PatchPoint>& points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t k = points.size() - 1; k > i; --k)
      if ((points[i].point - points[k].point).squaredNorm() <= same * same)
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(k));
}

/// The reference feature of a clip, and the incident feature that is clipped.
struct Roles {
  const Feature& reference;
  const Feature& incident;
  bool reference_is_b;
  Vector3 sides_along;
};

// Clips the incident feature by the sides of the reference face. The gaps are the heights over that
// face.
void face_candidates(const Roles& roles, const Vector3& n, const GapRange& range,
                     NarrowPhaseScratch& scratch) {
  const std::uint32_t owner = roles.reference_is_b ? kOfB : 0;
  load_incident(roles.incident, owner ^ kOfB, scratch);
  const double tolerance = kClip * feature_size(roles.reference);
  for (std::size_t i = 0; i < roles.reference.vertices.size(); ++i) {
    const ClipSide side = polygon_side(roles.reference, i, roles.sides_along);
    const std::uint32_t label = roles.reference.vertices[i].label | owner;
    if (roles.incident.vertices.size() >= 3) {
      clip_polygon(side, label, tolerance, scratch);
    } else if (roles.incident.vertices.size() == 2) {
      clip_segment(side, label, tolerance, scratch);
    }
  }
  // The face may be slightly tilted against n; gaps are measured along n to its plane. A face
  // merged from slivers is only nearly planar, and no point may be deeper than the pair.
  const double sign = roles.reference_is_b ? -1 : 1;
  const Vector3 m = roles.reference.normal / std::abs(roles.reference.normal.dot(n));
  const Vector3& origin = roles.reference.vertices[0].point;
  for (const ClipVertex& v : scratch.polygon) {
    const double gap = std::max(m.dot(v.point - origin), range.least);
    if (gap <= range.margin)
      scratch.candidates.push_back({v.point - n * (0.5 * sign * gap), gap, v.in << 16 | v.out});
  }
  drop_twins(2 * tolerance, scratch.candidates);
}

/// The ends of an edge of one shape that lie over the edge of another. `sign` is the direction of
/// the other shape along n.
struct EdgeEnds {
  const Feature& own;
  const Feature& other;
  const PosedShape& other_shape;
  double sign;
  std::uint32_t owner;
};

Vector3 across(const Feature& edge, const Vector3& n) {
  const Vector3 along = edge.vertices[1].point - edge.vertices[0].point;
  return along - n * n.dot(along);
}

void add_ends(const EdgeEnds& ends, const Vector3& n, double margin, NarrowPhaseScratch& scratch) {
  const Vector3 along = across(ends.other, n);
  for (const FeatureVertex& end : ends.own.vertices) {
    const double t = along.dot(end.point - ends.other.vertices[0].point) / along.squaredNorm();
    double gap = 0;
    if (t < -kClip || t > 1 + kClip) continue;
    if (!line_enters(ends.other_shape, end.point, ends.sign * n, gap) || !(gap <= margin)) continue;
    scratch.candidates.push_back(
        {end.point + 0.5 * ends.sign * gap * n, gap, 0x40000000u | ends.owner | end.label});
  }
}

// Two nearly parallel edges: the ends of the interval in which they overlap, each end on its own
// edge and over the surface of the other shape.
void edge_candidates(const PosedShape& shape_a, const PosedShape& shape_b, const Vector3& n,
                     double margin, NarrowPhaseScratch& scratch) {
  const Feature &a = scratch.feature_a, &b = scratch.feature_b;
  if (a.vertices.size() != 2 || b.vertices.size() != 2) return;
  const Vector3 along_a = across(a, n), along_b = across(b, n);
  const double length_a = along_a.norm(), length_b = along_b.norm();
  if (!(length_a > 0) || !(length_b > 0)) return;
  if (along_a.cross(along_b).norm() > kParallel * length_a * length_b) return;
  add_ends({a, b, shape_b, 1, 0}, n, margin, scratch);
  add_ends({b, a, shape_a, -1, kOfB}, n, margin, scratch);
  drop_twins(2 * kClip * std::min(length_a, length_b), scratch.candidates);
}

// Sine of the angle between n and the outward normal of a face; 1 for an edge and for a face that
// points away from n.
double tilt(const Feature& feature, const Vector3& n) {
  if (feature.vertices.size() < 3 || !(feature.normal.dot(n) > 0)) return 1;
  return feature.normal.cross(n).norm();
}

Vector3 witness_point(const ConvexCore& a, const ConvexCore& b, Separation separation,
                      NarrowPhaseScratch& scratch) {
  place_witness(a, b, separation, scratch);
  const Vector3& n = separation.normal;
  return 0.5 * (separation.point_a + a.radius() * n + separation.point_b - b.radius() * n);
}

}  // namespace

void clip_features(const ConvexCore& a, const ConvexCore& b, const Vector3& n,
                   const GapRange& range, NarrowPhaseScratch& scratch) {
  scratch.candidates.clear();
  support_face(a.posed(), n, scratch.feature_a);
  support_face(b.posed(), -n, scratch.feature_b);
  const Feature &fa = scratch.feature_a, &fb = scratch.feature_b;
  if (fa.vertices.size() == 1 || fb.vertices.size() == 1)
    return;  // the witness point is
             // sufficient
  const double tilt_a = tilt(fa, n), tilt_b = tilt(fb, -n);
  if (tilt_a <= kFlat) return face_candidates({fa, fb, false, fa.normal}, n, range, scratch);
  if (tilt_b <= kFlat) return face_candidates({fb, fa, true, fb.normal}, n, range, scratch);
  if (range.least < 0 && std::min(tilt_a, tilt_b) <= kTilted) {
    return tilt_a <= tilt_b ? face_candidates({fa, fb, false, n}, n, range, scratch)
                            : face_candidates({fb, fa, true, n}, n, range, scratch);
  }
  support_edge(a.posed(), n, scratch.feature_a);
  support_edge(b.posed(), -n, scratch.feature_b);
  edge_candidates(a.posed(), b.posed(), n, range.margin, scratch);
}

void collect_patch(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                   double margin, NarrowPhaseScratch& scratch) {
  const Vector3& n = separation.normal;
  const double gap = separation.distance - a.radius() - b.radius();
  scratch.candidates.clear();
  if (!(gap <= margin)) return;
  clip_features(a, b, n, {gap, margin}, scratch);
  double deepest = std::numeric_limits<double>::infinity();
  for (const PatchPoint& p : scratch.candidates) deepest = std::min(deepest, p.gap);
  const double size = std::max(feature_size(scratch.feature_a), feature_size(scratch.feature_b));
  const bool exact = a.is_polytope() && b.is_polytope();
  if (deepest <= gap + (exact ? kMissing : kMissingOfDisc) * size) {
    // Aligns the deepest candidate with the gap of the pair: corrects round-off and, for points of
    // a disc, the distance by which they miss its rim.
    for (PatchPoint& p : scratch.candidates) p.gap -= std::max(0.0, deepest - gap);
  } else {
    scratch.candidates.push_back({witness_point(a, b, separation, scratch), gap, kWitness});
  }
}

Patch patch_along(const ConvexCore& a, const ConvexCore& b, const Separation& separation,
                  double margin, NarrowPhaseScratch& scratch) {
  collect_patch(a, b, separation, margin, scratch);
  return select_patch(scratch.candidates, separation.normal, margin);
}

}  // namespace cardan
