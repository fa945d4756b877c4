// Two surfaces of triangles: vertices of one against triangles of the other, and edges against
// edges. Everything is in the frame of b.
#include "collision/narrow/convex_pairs.h"
#include "collision/surface/surface_clusters.h"
#include "collision/surface/surface_pairs.h"
#include "collision/surface/triangle_hull.h"

namespace cardan {
namespace {

constexpr double kRound = 1e-9;     // relative: round-off of a distance
constexpr double kLevel = 1e-2;     // sine up to which a neighbour counts as not lying farther
constexpr double kCrossing = 1e-2;  // sine from which two edges cross
constexpr double kRealEdge = 1e-6;  // sine from which two triangles are folded at their edge
constexpr double kSideways = 0.1;   // cosine up to which a normal lies in a triangle
constexpr std::uint32_t kOfA = 0x1000000u;  // in ids: the triangle belongs to a

void move(SurfaceFeatures& f, const RigidTransform& X) {
  for (SurfaceTriangle& t : f.triangles) {
    for (Vector3& c : t.corners) c = X * c;
    t.normal = X.R * t.normal;
  }
  for (SurfaceVertex& v : f.vertices) v.point = X * v.point;
  for (Vector3& n : f.neighbours) n = X * n;
  for (SurfaceEdge& e : f.edges) {
    e.p = X * e.p;
    e.q = X * e.q;
    e.outward = X.R * e.outward;
    for (Vector3& o : e.opposite) o = X * o;
  }
}

// Removes flat and concave edges, which touch nothing that their triangles do not touch.
void keep_ridges(SurfaceFeatures& f) {
  std::erase_if(f.edges, [](const SurfaceEdge& e) {
    if (e.num_opposite < 2) return false;
    const Vector3 along = e.q - e.p;
    for (const Vector3& o : e.opposite)
      if (e.outward.dot(o - e.p) > -kRealEdge * e.outward.norm() * along.norm()) return true;
    return false;
  });
}

bool is_extreme(const SurfaceEdge& e, const Vector3& n) {
  if (n.dot(e.outward) <= 0) return false;
  for (int i = 0; i < e.num_opposite; ++i) {
    const Vector3 d = e.opposite[static_cast<std::size_t>(i)] - e.p;
    if (n.dot(d) > kRealEdge * d.norm()) return false;
  }
  return true;
}

class FeaturePairs {
 public:
  FeaturePairs(double margin, double size, NarrowPhaseScratch& scratch)
      : margin_(margin),
        size_(size),
        a_(scratch.near_a),
        b_(scratch.near_b),
        clusters_(scratch, size) {}

  void run() {
    for (const SurfaceVertex& v : a_.vertices)
      for (const SurfaceTriangle& t : b_.triangles) vertex_on_triangle(v, a_, t, b_, false);
    for (const SurfaceVertex& v : b_.vertices)
      for (const SurfaceTriangle& t : a_.triangles) vertex_on_triangle(v, b_, t, a_, true);
    for (const SurfaceEdge& e : a_.edges)
      for (const SurfaceEdge& f : b_.edges) edges(e, f);
  }

  SurfaceClusters& clusters() { return clusters_; }

 private:
  // A vertex that is extreme against the triangle's normal, above or below the triangle.
  void vertex_on_triangle(const SurfaceVertex& v, const SurfaceFeatures& own,
                          const SurfaceTriangle& t, const SurfaceFeatures& other, bool of_b) {
    const double gap = t.normal.dot(v.point - t.corners[0]);
    if (gap > margin_ || gap < -size_) return;
    for (std::size_t e = 0; e < 3; ++e) {
      const Vector3 edge = t.corners[(e + 1) % 3] - t.corners[e];
      if (t.normal.cross(edge).dot(v.point - t.corners[e]) < -kRound * size_ * edge.norm()) return;
    }
    // If separated, any vertex within the margin may be the one that collides first; in
    // penetration, only the farthest ones count.
    for (int i = v.first; gap <= 0 && i < v.first + v.count; ++i) {
      const Vector3 d = own.neighbours[static_cast<std::size_t>(i)] - v.point;
      if (t.normal.dot(d) < -kLevel * d.norm()) return;
    }
    if (gap < -kRound * size_ && hides(v.point, t, -gap, other)) return;
    const Vector3 normal = of_b ? t.normal : Vector3(-t.normal);
    PatchPoint point{v.point - 0.5 * gap * t.normal, gap, short_hash(v.id, of_b ? 1 : 0)};
    clusters_.add(normal, of_b ? t.region + kOfA : t.region, point);
  }

  // True if another triangle is nearer to a point at `depth` below t.
  bool hides(const Vector3& p, const SurfaceTriangle& t, double depth,
             const SurfaceFeatures& other) const {
    const double limit = depth - kRound * size_;
    for (const SurfaceTriangle& u : other.triangles) {
      if (std::abs(u.normal.dot(p - u.corners[0])) > limit) continue;
      if (u.normal.dot(t.normal) > kOnePlane) continue;
      if ((nearest_on_triangle({u.corners, u.normal}, p) - p).norm() < limit) return true;
    }
    return false;
  }

  // Depth of a point below the nearby triangles, 0 outside. No shorter translation separates the
  // two solids.
  static double inner_distance(const Vector3& p, const SurfaceFeatures& f) {
    double best = std::numeric_limits<double>::infinity(), height = 0;
    for (const SurfaceTriangle& t : f.triangles) {
      const double h = t.normal.dot(p - t.corners[0]);
      if (std::abs(h) > best) continue;
      const double distance = (nearest_on_triangle({t.corners, t.normal}, p) - p).norm();
      if (distance > best || (distance == best && std::abs(h) < std::abs(height))) continue;
      best = distance;
      height = h;
    }
    return height < 0 ? best : 0;
  }

  static double along_edge(const SurfaceEdge& e, double s, double reach, const SurfaceFeatures& f) {
    const Vector3 u = e.q - e.p;
    const double step = reach / u.norm();
    double best = 0;
    for (const double at : {s, std::max(0.0, s - step), std::min(1.0, s + step)})
      best = std::max(best, inner_distance(e.p + at * u, f));
    return best;
  }

  // Two crossing ridges: a contact along the normal of both, no deeper than their points.
  void edges(const SurfaceEdge& e, const SurfaceEdge& f) {
    const Vector3 u = e.q - e.p, v = f.q - f.p;
    const Vector3 w = u.cross(v);
    const double norm = w.norm();
    if (norm <= kCrossing * u.norm() * v.norm()) return;
    // min |e.p + s u − f.p − t v|²
    const Vector3 r = f.p - e.p;
    const double s = r.cross(v).dot(w) / (norm * norm), t = r.cross(u).dot(w) / (norm * norm);
    if (s < 0 || s > 1 || t < 0 || t > 1) return;
    for (const double sign : {1.0, -1.0}) {
      const Vector3 n = sign / norm * w;
      const double gap = n.dot(r);
      if (gap > margin_ || gap < -0.5 * std::min(u.norm(), v.norm())) continue;
      if (!is_extreme(e, n) || !is_extreme(f, -n)) continue;
      const Vector3 on_a = e.p + s * u, on_b = f.p + t * v;
      double depth = -gap;
      if (gap < -kRound * size_) {
        // The points on the edges, and points slightly to either side of them that lie inside both
        // faces of the other ridge.
        const double reach = 2 * -gap * u.norm() * v.norm() / norm;
        depth = std::min(depth, std::max(along_edge(e, s, reach, b_), along_edge(f, t, reach, a_)));
        if (depth <= kRound * size_) continue;
      }
      const PatchPoint point{0.5 * (on_a + on_b), -depth, short_hash(e.id, f.id)};
      clusters_.add(n, e.id + 2 * kOfA, point);
    }
  }

  double margin_, size_;
  const SurfaceFeatures &a_, &b_;
  SurfaceClusters clusters_;
};

// If no feature gives a direction, uses the two triangles with the deepest intersection, along the
// normal of one of them. The depth is limited to what this pair proves.
void piercing_triangles(double margin, NarrowPhaseScratch& scratch, SurfaceClusters& clusters) {
  static thread_local TriangleHull a, b;
  const RigidTransform X;
  // Pairs in which neither triangle faces the other are used only if there is no better pair.
  struct Deepest {
    double distance = 0;
    Vector3 normal = Vector3::Zero();
    PatchPoint point;
    std::uint32_t region = 0;
  } facing, any;
  for (const SurfaceTriangle& s : scratch.near_a.triangles) {
    const AxisBox box = bounds_of(s.corners);
    a.set(s.corners, s.normal);
    for (const SurfaceTriangle& t : scratch.near_b.triangles) {
      if (!touches(box, t.corners)) continue;
      b.set(t.corners, t.normal);
      const Separation found =
          surface_separation(ConvexCore({a.shape, X}), ConvexCore({b.shape, X}), margin, scratch);
      if (!found.valid || found.beyond) continue;
      const double cosine_a = found.normal.dot(s.normal), cosine_b = -found.normal.dot(t.normal);
      const bool faces =
          std::min(cosine_a, cosine_b) > -kSideways && std::max(cosine_a, cosine_b) > kSideways;
      Deepest& best = faces ? facing : any;
      if (!(found.distance < best.distance)) continue;
      best.distance = found.distance;
      best.normal = found.normal;
      if (faces) best.normal = cosine_a > cosine_b ? s.normal : Vector3(-t.normal);
      best.region = t.region;
      best.point = {0.5 * (found.point_a + found.point_b), found.distance, 0x3fff};
    }
  }
  const Deepest& best = facing.distance < 0 ? facing : any;
  if (best.distance < 0) clusters.add(best.normal, best.region, best.point);
}

}  // namespace

void surface_pair_patches(const RigidTransform& X_WA, const RigidTransform& X_WB, double margin,
                          NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const RigidTransform X_BA = X_WB.inverse() * X_WA;
  move(scratch.near_a, X_BA);
  keep_ridges(scratch.near_a);
  keep_ridges(scratch.near_b);
  double size = 0;
  for (const SurfaceTriangle& t : scratch.near_a.triangles)
    size = std::max(size, (t.corners[0] - scratch.near_a.triangles[0].corners[0]).norm());
  for (const SurfaceTriangle& t : scratch.near_a.triangles)
    size = std::max(size, (t.corners[1] - t.corners[0]).norm());
  FeaturePairs pairs(margin, size, scratch);
  pairs.run();
  if (scratch.num_clusters == 0) piercing_triangles(margin, scratch, pairs.clusters());
  const std::size_t first = patches.size();
  pairs.clusters().finish(margin, Vector3::Zero(), patches);
  for (std::size_t i = first; i < patches.size(); ++i) {
    patches[i].normal = X_WB.R * patches[i].normal;
    for (PatchPoint& p : patches[i].points) p.point = X_WB * p.point;
  }
}

}  // namespace cardan
