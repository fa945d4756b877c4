#pragma once

#include <vector>

#include "cardan/collision/contact_features_internal.h"
#include "cardan/collision/convex_separation_internal.h"
#include "cardan/collision/extreme_points_internal.h"

namespace cardan {

/// A vertex of a polygon while it is clipped: known by the two edges that meet in it.
struct ClipVertex {
  Vector3 point = Vector3::Zero();
  std::uint32_t in = 0, out = 0;  ///< labels of the edges that end and begin here
};

/// Points of a mesh that share one normal.
struct MeshCluster {
  Vector3 normal = Vector3::Zero();
  int first_triangle = -1;
  std::vector<PatchPoint> points;
};

/// Vectors reused from pair to pair, so that the narrow phase allocates nothing after warm-up.
struct NarrowPhaseScratch {
  std::vector<ExtremePoint> extremes;
  std::vector<PatchPoint> candidates;
  SeparationScratch separation;
  Feature feature_a, feature_b;
  std::vector<Vector3> normals;
  std::vector<ClipVertex> polygon, clipped;
  std::vector<int> triangles, corners;
  std::vector<MeshCluster> clusters;
  std::size_t num_clusters = 0;  ///< of `clusters`, those in use: the others keep their memory
};

}  // namespace cardan
