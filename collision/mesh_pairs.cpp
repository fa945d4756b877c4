#include "cardan/collision/convex_pairs_internal.h"
#include "cardan/collision/mesh_pairs_internal.h"

namespace cardan {
namespace {

constexpr double kOneNormal = 1 - 1e-10;  // cosine from which two triangles share a patch
constexpr double kLean = 1e-7;            // sine up to which a normal does not lean over an edge
constexpr double kTouching = 1e-9;        // relative
constexpr double kSamePoint = 1e-9;       // relative
constexpr std::size_t kMaxPatches = 4;

/// A triangle as a hull with two faces, moved from one to the next without allocation.
struct TriangleShape {
  TriangleShape() : hull(std::make_shared<ConvexHull>()) {
    hull->vertices.resize(3);
    hull->faces = {{0, 1, 2}, {0, 2, 1}};
    hull->face_normals.resize(2);
    hull->edges = {{0, 1}, {0, 2}, {1, 2}};
    hull->neighbours = {{1, 2}, {0, 2}, {0, 1}};
    shape.kind = ShapeKind::kConvex;
    shape.hull = hull;
  }
  void set(const TriangleMesh& mesh, int t, const Vector3& normal) {
    for (std::size_t i = 0; i < 3; ++i)
      hull->vertices[i] =
          mesh.vertices[static_cast<std::size_t>(mesh.triangles[static_cast<std::size_t>(t)][i])];
    hull->face_normals = {normal, -normal};
  }
  std::shared_ptr<ConvexHull> hull;
  Shape shape;
};

std::uint32_t short_hash(std::uint32_t triangle, std::uint32_t feature) {
  std::uint32_t h = 2166136261u;  // FNV-1a, folded to 14 bits
  for (std::uint32_t x : {triangle, feature})
    for (int byte = 0; byte < 4; ++byte) h = (h ^ ((x >> (8 * byte)) & 255u)) * 16777619u;
  return (h ^ (h >> 14) ^ (h >> 28)) & 0x3fffu;
}

/// Convex shape a against one triangle after the other; a's frame is at the origin.
class TriangleContacts {
 public:
  TriangleContacts(const ConvexCore& a, const NearMesh& mesh, const RigidTransform& X_b,
                   double margin, NarrowPhaseScratch& scratch)
      : a_(a), mesh_(mesh), X_b_(X_b), margin_(margin), scratch_(scratch) {}

  /// Candidates of triangle t are in the scratch afterwards; the normal points from a into the
  /// mesh.
  bool collide(int t, TriangleShape& triangle, Vector3& normal) {
    const Vector3& outward = mesh_.topology.normals[static_cast<std::size_t>(t)];
    if (outward.squaredNorm() == 0) return false;
    triangle.set(*mesh_.b.shape.mesh, t, outward);
    const ConvexCore b({triangle.shape, X_b_});
    const Vector3 face = -(X_b_.R * outward);  // from a into the triangle
    Separation s = surface_separation(a_, b, margin_, scratch_);
    if (s.beyond) return false;
    if (s.valid && is_behind(b, s, face)) return false;
    if (s.valid && allowed(t, s.normal, face)) {
      normal = s.normal;
      collect_patch(a_, b, s, margin_, scratch_);
    } else {
      normal = face;
      collect_over_face(b, face);
    }
    return !scratch_.candidates.empty();
  }

 private:
  // One-sided: apart from the triangle, on the side its normal leads away from. Where the two just
  // touch, a normal that iteration found says nothing, but along the face there is no depth.
  bool is_behind(const ConvexCore& b, const Separation& s, const Vector3& face) const {
    if (s.distance - a_.radius() < 0 || s.normal.dot(face) > 0) return false;
    const double along_face = separation_along(a_, b, face) - a_.radius();
    return along_face < -kTouching * a_.support(-face).norm();
  }

  // Whether a contact normal may lean away from the triangle's own: not over flat and concave
  // edges, over convex ones up to the neighbour's normal. Else a shape that slides over the mesh
  // would catch on edges inside a smooth surface.
  bool allowed(int t, const Vector3& n, const Vector3& face) const {
    const double cosine = n.dot(face);
    if (cosine <= 0) return false;
    const auto& corners = mesh_.b.shape.mesh->triangles[static_cast<std::size_t>(t)];
    for (std::size_t e = 0; e < 3; ++e) {
      const Vector3& p = mesh_.b.shape.mesh->vertices[static_cast<std::size_t>(corners[e])];
      const Vector3& q =
          mesh_.b.shape.mesh->vertices[static_cast<std::size_t>(corners[(e + 1) % 3])];
      const Vector3 over_edge = -(X_b_.R * (q - p)).cross(face).normalized();
      if (-n.dot(over_edge) <= kLean) continue;
      const double least = mesh_.topology.least_cosine[static_cast<std::size_t>(t)][e];
      if (cosine < least - kLean * kLean) return false;
    }
    return true;
  }

  // Along the triangle's own normal; only what lies over the triangle itself counts.
  void collect_over_face(const ConvexCore& b, const Vector3& n) {
    const double least = separation_along(a_, b, n) - a_.radius();
    clip_features(a_, b, n, {least, margin_}, scratch_);
    if (scratch_.feature_a.vertices.size() != 1) return;
    const Vector3& p = scratch_.feature_a.vertices[0].point;
    const std::vector<FeatureVertex>& corners = scratch_.feature_b.vertices;
    if (corners.size() != 3) return;
    const Vector3 middle = (corners[0].point + corners[1].point + corners[2].point) / 3;
    for (std::size_t e = 0; e < 3; ++e) {
      Vector3 side = (corners[(e + 1) % 3].point - corners[e].point).cross(n);
      if (side.dot(middle - corners[e].point) > 0) side = -side;
      if (side.dot(p - corners[e].point) > 0) return;
    }
    const double gap = n.dot(corners[0].point - p);
    if (gap <= margin_) scratch_.candidates.push_back({p + 0.5 * gap * n, gap, 0});
  }

  const ConvexCore& a_;
  const NearMesh& mesh_;
  const RigidTransform& X_b_;
  double margin_;
  NarrowPhaseScratch& scratch_;
};

// The run of points with this normal, or a new one.
MeshCluster& cluster_for(const Vector3& normal, int t, NarrowPhaseScratch& scratch) {
  for (std::size_t i = 0; i < scratch.num_clusters; ++i)
    if (scratch.clusters[i].normal.dot(normal) > kOneNormal) return scratch.clusters[i];
  if (scratch.num_clusters == scratch.clusters.size()) scratch.clusters.emplace_back();
  MeshCluster& cluster = scratch.clusters[scratch.num_clusters++];
  cluster.normal = normal;
  cluster.first_triangle = t;
  cluster.points.clear();
  return cluster;
}

// Neighbouring triangles yield the points of their common edge twice.
void add_points(MeshCluster& cluster, int t, const std::vector<PatchPoint>& points, double size) {
  for (const PatchPoint& p : points) {
    const bool known = std::any_of(
        cluster.points.begin(), cluster.points.end(),
        [&](const PatchPoint& q) { return (p.point - q.point).norm() <= kSamePoint * size; });
    if (known) continue;
    PatchPoint named = p;
    named.feature = static_cast<std::uint32_t>(cluster.first_triangle) << 14 |
                    short_hash(static_cast<std::uint32_t>(t), p.feature);
    cluster.points.push_back(named);
  }
}

double deepest(const Patch& patch) {
  double gap = std::numeric_limits<double>::infinity();
  for (int i = 0; i < patch.count; ++i)
    gap = std::min(gap, patch.points[static_cast<std::size_t>(i)].gap);
  return gap;
}

void keep_deepest(std::vector<Patch>& patches, std::size_t first) {
  while (patches.size() - first > kMaxPatches) {
    auto shallowest = patches.begin() + static_cast<std::ptrdiff_t>(first);
    for (auto p = shallowest; p != patches.end(); ++p)
      if (deepest(*p) > deepest(*shallowest)) shallowest = p;
    patches.erase(shallowest);
  }
}

}  // namespace

void mesh_patches(const PosedShape& a_W, const NearMesh& mesh, double margin,
                  NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  static thread_local TriangleShape triangle;
  const Vector3 origin = a_W.X_WS.p;
  const RigidTransform X_a(a_W.X_WS.R, Vector3::Zero());
  const RigidTransform X_b(mesh.b.X_WS.R, mesh.b.X_WS.p - origin);
  const ConvexCore a({a_W.shape, X_a});
  TriangleContacts contacts(a, mesh, X_b, margin, scratch);
  scratch.num_clusters = 0;
  const double size = a_W.shape.size.maxCoeff() + a.support(Vector3::UnitX()).norm();
  for (int t : mesh.triangles) {
    Vector3 normal = Vector3::Zero();
    if (!contacts.collide(t, triangle, normal)) continue;
    add_points(cluster_for(normal, t, scratch), t, scratch.candidates, size);
  }
  const std::size_t first = patches.size();
  for (std::size_t i = 0; i < scratch.num_clusters; ++i) {
    MeshCluster& cluster = scratch.clusters[i];
    keep_outline(cluster.points, cluster.normal, scratch.corners);
    Patch patch = select_patch(cluster.points, cluster.normal, margin);
    for (PatchPoint& p : patch.points) p.point += origin;
    if (patch.count > 0) patches.push_back(patch);
  }
  keep_deepest(patches, first);
}

}  // namespace cardan
