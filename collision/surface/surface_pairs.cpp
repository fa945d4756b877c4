#include "collision/surface/surface_pairs.h"

#include "collision/narrow/convex_pairs.h"
#include "collision/surface/surface_clusters.h"
#include "collision/surface/triangle_hull.h"

namespace cardan {
namespace {

constexpr double kLean = 1e-7;        // sine up to which a normal is not tilted over an edge
constexpr double kSameNormal = 1e-5;  // sine up to which a normal equals that of the triangle
constexpr double kRoundOff = 1e-9;    // relative: round-off of a distance
constexpr double kUnder = 1e-8;       // relative: reach around a point over a flat part
constexpr double kShallow = 1e-6;     // relative: depth up to which a point over a triangle is
                                      // accepted without testing whether shape and triangle overlap
constexpr double kThrough = 4;        // largest ratio between the depth of a point that came out on
                                // the other side and the overlap of shape and triangle at which
                                // the point counts
constexpr std::uint32_t kOfSurface = 0x8000;     // bit of a label that identifies an edge of the
                                                 // triangle
constexpr std::uint32_t kNoLabels = 0x40000000;  // bit of a feature id that is not made of two
                                                 // labels
constexpr std::uint32_t kOwn = 0x50000000;       // feature id of a corner of a, which follows

/// The best of the discarded contacts. Used only if no other remains.
struct LastResort {
  bool found = false;
  Vector3 normal = Vector3::Zero();
  double score = std::numeric_limits<double>::infinity();  // lower is better
  PatchPoint point;
  std::uint32_t region = 0;
};

/// A surface and the part of it that is near a, in its own frame. a has its origin at that of W.
struct NearSurface {
  const Surface& surface;
  const RigidTransform& X_b;
  const AxisBox& box;
};

/// Convex shape a against one triangle after another. The frame of a is at the origin.
class TriangleContacts {
 public:
  TriangleContacts(const ConvexCore& a, const NearSurface& b, double margin, double size,
                   NarrowPhaseScratch& scratch)
      : a_(a),
        b_(b.surface),
        X_b_(b.X_b),
        box_(b.box),
        margin_(margin),
        size_(size),
        scratch_(scratch) {}

  /// Finds the triangles that can have contacts. Returns true if others, inside flat parts, were
  /// left out.
  bool find_candidates() {
    b_.list_folded(box_, scratch_.near_b);
    bool left_out = false;
    for (const int part : scratch_.near_b.parts) left_out = list_under(b_.plane(part)) || left_out;
    b_.read(scratch_.near_b);
    return left_out;
  }

  /// Finds all triangles near a, and forgets the last resort.
  void find_all() {
    b_.find(box_, scratch_.near_b);
    last_resort_ = {};
  }

  /// Leaves the candidates of the triangle in the scratch memory. The normal points from a to the
  /// surface.
  bool collide(const SurfaceTriangle& t, TriangleHull& triangle, Vector3& normal) {
    const Vector3 face = -(X_b_.R * t.normal);  // from a to the triangle
    const Vector3 lowest = a_.support(face) + a_.radius() * face;
    const double along = face.dot(X_b_ * t.corners[0] - lowest);
    if (along > margin_) return false;
    triangle.set(t.corners, t.normal);
    const ConvexCore b({triangle.shape, X_b_});
    normal = face;
    // The farthest point of a lies over the triangle and above or barely below its plane: no
    // further test is needed.
    if (along >= -kShallow * size_ && collect_over_face(t, b, {lowest, along})) return true;
    const Separation s = a_.posed().shape.kind == GeometryKind::kSphere
                             ? centre_separation(t)
                             : surface_separation(a_, b, margin_, scratch_);
    const double gap = s.distance - a_.radius();
    if (s.beyond || (s.valid && gap > margin_)) return false;
    // Behind the triangle. If the two just touch, an iterated normal is meaningless, and there is
    // no depth along the face normal.
    if (s.valid && gap >= 0 && s.normal.dot(face) <= 0 && along < -kRoundOff * size_) return false;
    const bool along_face =
        s.valid && s.normal.cross(face).norm() <= kSameNormal && s.normal.dot(face) > 0;
    if (s.valid && !along_face && allowed(t, s.normal, face)) {
      normal = s.normal;
      collect_patch(a_, b, s, margin_, scratch_);
    } else {
      collect_over_face(t, b, {lowest, along});
      drop_false_depths(t, s.valid ? gap : -kRoundOff * size_);
      if (scratch_.candidates.empty() && s.valid) remember(t, s, face);
    }
    return !scratch_.candidates.empty();
  }

  const LastResort& last_resort() const { return last_resort_; }

 private:
  struct Lowest {
    const Vector3& point;  // on a's surface, farthest along the face normal
    double gap;            // gap of the point to the triangle's plane
  };

  // Lists the triangles of a flat part that lie under corners of the face of a, or under its lowest
  // point. At the others, a's face meets only flat edges, whose points lie between others. Returns
  // false if a is farther from the plane than the margin.
  bool list_under(const Triangle& plane) {
    const Vector3 face = -(X_b_.R * plane.normal), on_plane = X_b_ * plane.corner[0];
    const double reach = margin_ + kRoundOff * size_;
    const auto list_at = [&](const Vector3& point) {
      const double gap = face.dot(on_plane - point);
      if (gap > reach) return false;
      const Vector3 p = X_b_.R.transpose() * (point + gap * face - X_b_.p);
      b_.list_flat(grown({p, p}, kUnder * size_), box_, scratch_.near_b);
      return true;
    };
    if (!list_at(a_.support(face) + a_.radius() * face)) return false;
    support_face(a_.posed(), face, scratch_.feature_a);
    for (const FeatureVertex& v : scratch_.feature_a.vertices) list_at(v.point);
    return true;
  }

  // Separation of a sphere, whose core is its centre.
  Separation centre_separation(const SurfaceTriangle& t) const {
    const Vector3 p = X_b_.R.transpose() * (a_.centre() - X_b_.p);
    const Vector3 d = nearest_on_triangle({t.corners, t.normal}, p) - p;
    Separation s;
    s.distance = d.norm();
    s.valid = s.distance > kRoundOff * size_;
    s.normal = X_b_.R * d / s.distance;
    s.point_a = a_.centre();
    s.point_b = s.point_a + s.distance * s.normal;
    return s;
  }

  // True if a contact normal may be tilted away from the triangle's own: not over flat and concave
  // edges, and over convex edges only up to the neighbour's normal. Otherwise a shape that slides
  // over the surface would catch on internal edges of a smooth part.
  bool allowed(const SurfaceTriangle& t, const Vector3& n, const Vector3& face) const {
    const double cosine = n.dot(face);
    if (cosine <= 0) return false;
    for (std::size_t e = 0; e < 3; ++e) {
      const Vector3 edge = X_b_.R * (t.corners[(e + 1) % 3] - t.corners[e]);
      const Vector3 over_edge = -edge.cross(face).normalized();
      if (-n.dot(over_edge) <= kLean) continue;
      if (cosine < t.least_cosine[e] - kLean * kLean) return false;
    }
    return true;
  }

  // Collects candidates along the triangle's own normal that lie over the triangle. Returns true if
  // they include the lowest point.
  bool collect_over_face(const SurfaceTriangle& t, const ConvexCore& b, const Lowest& lowest) {
    const Vector3 face = -(X_b_.R * t.normal);
    clip_features(a_, b, face, {lowest.gap, margin_}, scratch_);
    add_own_vertices(t, lowest.gap);
    for (const PatchPoint& p : scratch_.candidates)
      if (p.gap <= lowest.gap + kRoundOff * size_) return true;
    if (!is_over(t, lowest.point)) return false;
    scratch_.candidates.push_back({lowest.point + 0.5 * lowest.gap * face, lowest.gap, kOwn});
    return true;
  }

  bool is_over(const SurfaceTriangle& t, const Vector3& point) const {
    const Vector3 p = X_b_.R.transpose() * (point - X_b_.p);
    for (std::size_t e = 0; e < 3; ++e) {
      const Vector3 edge = t.corners[(e + 1) % 3] - t.corners[e];
      if (t.normal.cross(edge).dot(p - t.corners[e]) < -kRoundOff * size_ * edge.norm())
        return false;
    }
    return true;
  }

  // Adds corners of a's face under their own labels. If a corner is just over an edge of the
  // triangle, clipping may have labelled it by that edge.
  void add_own_vertices(const SurfaceTriangle& t, double least) {
    const std::vector<FeatureVertex>& vertices = scratch_.feature_a.vertices;
    if (vertices.size() < 2) return;
    const Vector3 face = -(X_b_.R * t.normal), on_plane = X_b_ * t.corners[0];
    for (const FeatureVertex& v : vertices) {
      const double gap = std::max(least, face.dot(on_plane - v.point));
      if (gap <= margin_ && is_over(t, v.point))
        scratch_.candidates.push_back({v.point + 0.5 * gap * face, gap, kOwn | v.label});
    }
  }

  // Removes false depths. A point far below a triangle's plane has that depth only if no other
  // triangle is nearer; otherwise the end of a plank on a table would touch the table's side, deep
  // inside. A point that came out on the other side of a thin solid counts if most of the shape is
  // in front.
  void drop_false_depths(const SurfaceTriangle& t, double gap) {
    const Vector3 face = -(X_b_.R * t.normal);
    const double plane = face.dot(X_b_ * t.corners[0]);
    const bool behind = 2 * plane < face.dot(a_.support(face) + a_.support(-face));
    std::erase_if(scratch_.candidates, [&](const PatchPoint& c) {
      // No deeper than the overlap of shape and triangle: accept.
      if (c.gap >= std::min(gap, 0.0) - kRoundOff * size_) return false;
      if (gap >= 0) return true;
      const Vector3 p = X_b_.R.transpose() * (c.point - 0.5 * c.gap * face - X_b_.p);
      const bool any_side = behind || c.gap < kThrough * gap;
      double best = -c.gap - kRoundOff * size_, height = 0;
      bool nearer = false;
      b_.find(grown({p, p}, best + kRoundOff * size_), scratch_.near_a);
      for (const SurfaceTriangle& u : scratch_.near_a.triangles) {
        if (!touches(box_, u.corners)) continue;
        const double h = u.normal.dot(p - u.corners[0]);
        if (std::abs(h) > best || u.normal.dot(t.normal) > kOnePlane) continue;
        const double distance = (nearest_on_triangle({u.corners, u.normal}, p) - p).norm();
        const bool tie = nearer && std::abs(distance - best) <= kRoundOff * size_;
        if (distance > best || (tie && std::abs(h) < std::abs(height))) continue;
        if (any_side) return true;
        nearer = true;
        best = distance;
        height = h;
      }
      return nearer && height <= kRoundOff * size_;
    });
  }

  // Remembers the discarded triangle whose normal is closest to that of the contact: at the saddle
  // between two hills, every triangle is discarded in favour of another. A normal nearly in the
  // plane of the triangle comes from a shape that the triangle cuts; the triangle's own normal is
  // then more accurate. The depth is the depth below this triangle alone.
  void remember(const SurfaceTriangle& t, const Separation& s, const Vector3& face) {
    const double gap = s.distance - a_.radius(), cosine = s.normal.dot(face);
    if (!(-cosine < last_resort_.score)) return;
    last_resort_.found = true;
    last_resort_.score = -cosine;
    last_resort_.normal = gap >= 0 || cosine > 0.5 ? s.normal : face;
    last_resort_.region = t.region;
    const Vector3 on_a = s.point_a + a_.radius() * s.normal;
    last_resort_.point = {0.5 * (on_a + s.point_b), gap, 0x3fff};
  }

  const ConvexCore& a_;
  const Surface& b_;
  const RigidTransform& X_b_;
  const AxisBox& box_;  // of a and its margin, in the frame of b
  double margin_, size_;
  NarrowPhaseScratch& scratch_;
  LastResort last_resort_;
};

// True if a point comes from cutting a's face along an edge inside a plane, or is a corner of
// triangles there. Such a point lies between others and would only share their load.
bool is_between(const SurfaceTriangle& t, std::uint32_t feature) {
  if ((feature & kNoLabels) != 0) return false;
  const std::uint32_t in = feature >> 16, out = feature & 0xffffu;
  const bool of_in = (in & kOfSurface) != 0, of_out = (out & kOfSurface) != 0;
  if (!of_in && !of_out) return false;
  return (!of_in || t.flat[in & 3u]) && (!of_out || t.flat[out & 3u]);
}

// Collects the candidates of all triangles into clusters. Returns true if points between others
// were omitted.
bool collect_all(TriangleContacts& contacts, bool all, NarrowPhaseScratch& scratch,
                 SurfaceClusters& clusters) {
  static thread_local TriangleHull triangle;
  bool left_out = false;
  for (const SurfaceTriangle& t : scratch.near_b.triangles) {
    Vector3 normal = Vector3::Zero();
    if (!contacts.collide(t, triangle, normal)) continue;
    for (PatchPoint p : scratch.candidates) {
      if (!all && is_between(t, p.feature)) {
        left_out = true;
        continue;
      }
      // Corners of a keep their label from triangle to triangle.
      const bool own = (p.feature & 0xffff0000u) == kOwn;
      p.feature = own ? p.feature & 0x1fffu : 0x2000u | short_hash(t.id, p.feature);
      clusters.add(normal, t.region, p);
    }
  }
  return left_out;
}

}  // namespace

bool surface_patches(const SurfacePair& pair, const AxisBox& box, double margin,
                     NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const PosedShape& a_W = pair.a;
  const RigidTransform& X_WB = pair.b.X_WS;
  const Vector3 origin = a_W.X_WS.p;
  const RigidTransform X_a(a_W.X_WS.R, Vector3::Zero());
  const RigidTransform X_b(X_WB.R, X_WB.p - origin);
  const ConvexCore a({a_W.shape, X_a});
  const double size = a_W.shape.size.maxCoeff() + a.support(Vector3::UnitX()).norm();
  TriangleContacts contacts(a, {pair.surface_b, X_b, box}, margin, size, scratch);
  SurfaceClusters clusters(scratch, size);
  bool left_out = contacts.find_candidates();
  left_out = collect_all(contacts, false, scratch, clusters) || left_out;
  if (left_out && scratch.num_clusters == 0) {
    contacts.find_all();
    collect_all(contacts, true, scratch, clusters);
  }
  const LastResort& last = contacts.last_resort();
  const bool resorted = scratch.num_clusters == 0 && last.found;
  if (resorted) clusters.add(last.normal, last.region, last.point);
  clusters.finish(margin, origin, patches);
  return resorted;
}

}  // namespace cardan
