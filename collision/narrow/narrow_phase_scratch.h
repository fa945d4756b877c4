#pragma once

#include <vector>

#include "collision/narrow/contact_features.h"
#include "collision/narrow/convex_separation.h"
#include "collision/narrow/extreme_points.h"
#include "collision/surface/surface.h"

namespace cardan {

/// A vertex of a polygon during clipping, identified by the two edges that meet at it.
struct ClipVertex {
  Vector3 point = Vector3::Zero();
  std::uint32_t in = 0, out = 0;  ///< labels of the edges that end and start at the vertex
};

/// Points of a surface that share one normal.
struct MeshCluster {
  Vector3 normal = Vector3::Zero();
  std::uint32_t region = 0;  ///< identifies the cluster: the region of its first triangle
  std::vector<PatchPoint> points;
};

/// Vectors reused from pair to pair, so that the narrow phase does not allocate after warm-up.
struct NarrowPhaseScratch {
  std::vector<ExtremePoint> extremes;
  std::vector<PatchPoint> candidates;
  SeparationScratch separation;
  Feature feature_a, feature_b;
  std::vector<Vector3> normals, starts;
  std::vector<ClipVertex> polygon, clipped;
  std::vector<int> corners;
  SurfaceFeatures near_a, near_b;  ///< features of each surface near the other shape
  std::vector<MeshCluster> clusters;
  std::size_t num_clusters = 0;  ///< number of `clusters` in use; unused clusters keep their memory
};

}  // namespace cardan
