#pragma once

#include <vector>

#include "cardan/collision/contact_features_internal.h"
#include "cardan/collision/convex_separation_internal.h"
#include "cardan/collision/extreme_points_internal.h"
#include "cardan/collision/surface_internal.h"

namespace cardan {

/// A vertex of a polygon while it is clipped: known by the two edges that meet in it.
struct ClipVertex {
  Vector3 point = Vector3::Zero();
  std::uint32_t in = 0, out = 0;  ///< labels of the edges that end and begin here
};

/// Points of a surface that share one normal.
struct MeshCluster {
  Vector3 normal = Vector3::Zero();
  std::uint32_t region = 0;  ///< names it: that of the first triangle
  std::vector<PatchPoint> points;
};

/// Vectors reused from pair to pair, so that the narrow phase allocates nothing after warm-up.
struct NarrowPhaseScratch {
  std::vector<ExtremePoint> extremes;
  std::vector<PatchPoint> candidates;
  SeparationScratch separation;
  Feature feature_a, feature_b;
  std::vector<Vector3> normals, starts;
  std::vector<ClipVertex> polygon, clipped;
  std::vector<int> corners;
  SurfaceFeatures near_a, near_b;  ///< of surfaces, near the other shape
  std::vector<MeshCluster> clusters;
  std::size_t num_clusters = 0;  ///< of `clusters`, those in use: the others keep their memory
};

}  // namespace cardan
