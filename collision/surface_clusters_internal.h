#pragma once

#include "cardan/collision/narrow_phase_scratch_internal.h"

namespace cardan {

/// Adds a contact point under a normal of a surface: points of one normal make one patch, and what
/// neighbouring triangles both yield counts once. `size` [m] is that of the pair.
class SurfaceClusters {
 public:
  SurfaceClusters(NarrowPhaseScratch& scratch, double size) : scratch_(scratch), size_(size) {
    scratch.num_clusters = 0;
  }

  /// `region` names the plane, point.feature the point within it.
  void add(const Vector3& normal, std::uint32_t region, const PatchPoint& point);

  /// Appends the patches, the deepest eight of them; points are moved by `origin`.
  void finish(double margin, const Vector3& origin, std::vector<Patch>& patches);

 private:
  MeshCluster& cluster_for(const Vector3& normal, std::uint32_t region);

  NarrowPhaseScratch& scratch_;
  double size_;
};

/// 14 bits of a name within a plane.
std::uint32_t short_hash(std::uint32_t x, std::uint32_t y);

}  // namespace cardan
