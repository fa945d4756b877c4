#pragma once

#include "collision/narrow/narrow_phase_scratch.h"

namespace cardan {

/// Collects contact points on a surface by normal. Points with the same normal form one patch; a
/// point found by several adjacent triangles counts once. `size` [m] is the size of the pair.
class SurfaceClusters {
 public:
  SurfaceClusters(NarrowPhaseScratch& scratch, double size) : scratch_(scratch), size_(size) {
    scratch.num_clusters = 0;
  }

  /// Adds a point. `region` identifies the plane, and point.feature identifies the point within the
  /// plane.
  void add(const Vector3& normal, std::uint32_t region, const PatchPoint& point);

  /// Appends the patches (at most the eight deepest). Points are shifted by `origin`.
  void finish(double margin, const Vector3& origin, std::vector<Patch>& patches);

 private:
  MeshCluster& cluster_for(const Vector3& normal, std::uint32_t region);

  NarrowPhaseScratch& scratch_;
  double size_;
};

/// Returns a 14-bit hash that identifies a point within a plane.
std::uint32_t short_hash(std::uint32_t x, std::uint32_t y);

}  // namespace cardan
