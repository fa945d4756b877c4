#include "collision/surface/surface_clusters.h"

#include "collision/surface/surface.h"

namespace cardan {
namespace {

constexpr double kSamePoint = 1e-9;  // relative
constexpr std::size_t kMaxPatches = 8;
constexpr std::size_t kUsualPoints = 64;  // initial capacity of a cluster
constexpr std::uint32_t kRegionSalt = 0x9e3779b9u;

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

std::uint32_t short_hash(std::uint32_t x, std::uint32_t y) {
  std::uint32_t h = 2166136261u;  // FNV-1a, folded to 14 bits
  for (std::uint32_t word : {x, y})
    for (int byte = 0; byte < 4; ++byte) h = (h ^ ((word >> (8 * byte)) & 255u)) * 16777619u;
  return (h ^ (h >> 14) ^ (h >> 28)) & 0x3fffu;
}

// The cluster of points with this normal, created if necessary.
MeshCluster& SurfaceClusters::cluster_for(const Vector3& normal, std::uint32_t region) {
  for (std::size_t i = 0; i < scratch_.num_clusters; ++i)
    if (scratch_.clusters[i].normal.dot(normal) > kOnePlane) return scratch_.clusters[i];
  if (scratch_.num_clusters == scratch_.clusters.size())
    scratch_.clusters.emplace_back().points.reserve(kUsualPoints);
  MeshCluster& cluster = scratch_.clusters[scratch_.num_clusters++];
  cluster.normal = normal;
  cluster.region = region;
  cluster.points.clear();
  return cluster;
}

void SurfaceClusters::add(const Vector3& normal, std::uint32_t region, const PatchPoint& point) {
  MeshCluster& cluster = cluster_for(normal, region);
  // 18 bits for the region, folded, because the region ids of two meshes and of edges differ in the
  // high bits.
  const std::uint32_t name = short_hash(cluster.region, kRegionSalt) << 18 |
                             (cluster.region & 0xfu) << 14 | (point.feature & 0x3fffu);
  for (PatchPoint& q : cluster.points) {
    if ((point.point - q.point).norm() > kSamePoint * size_) continue;
    q.feature = std::min(q.feature, name);
    return;
  }
  cluster.points.push_back(point);
  cluster.points.back().feature = name;
}

void SurfaceClusters::finish(double margin, const Vector3& origin, std::vector<Patch>& patches) {
  const std::size_t first = patches.size();
  for (std::size_t i = 0; i < scratch_.num_clusters; ++i) {
    std::vector<PatchPoint>& points = scratch_.clusters[i].points;
    std::sort(points.begin(), points.end(),
              [](const PatchPoint& p, const PatchPoint& q) { return p.feature < q.feature; });
    keep_outline(points, scratch_.clusters[i].normal, scratch_.corners);
    Patch patch = select_patch(points, scratch_.clusters[i].normal, margin);
    for (PatchPoint& p : patch.points) p.point += origin;
    if (patch.count > 0) patches.push_back(patch);
  }
  keep_deepest(patches, first);
}

}  // namespace cardan
