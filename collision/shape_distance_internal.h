#pragma once

#include "cardan/collision/narrow_phase_scratch_internal.h"
#include "cardan/collision/triangle_tree_internal.h"

/// Signed distances between shapes of all kinds, for queries. FCL takes no part.
namespace cardan {

/// A shape at its pose; tree: of a mesh, null for the other kinds.
struct QueryShape {
  PosedShape posed;
  const TriangleTree* tree = nullptr;
};

/// Closest points of two shapes a and b, in W.
struct Proximity {
  double distance = 0;  ///< [m], negative in penetration
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit, from a into b: p_b − p_a = distance · normal
};

/// Reused from call to call; one per thread.
struct ProximityScratch {
  NarrowPhaseScratch narrow;
  std::vector<Patch> patches;
  std::vector<Vector3> points;
};

/// False: farther apart than `limit` [m], or both unbounded. In penetration the depth is the least
/// translation that parts two convex shapes, or a bounded shape and an unbounded solid. With meshes
/// it is a lower bound of it: where surfaces cross, the largest over the triangles; else, inside a
/// closed mesh, the distance to the surface (of a sphere: the exact depth).
bool find_proximity(const QueryShape& a, const QueryShape& b, double limit,
                    ProximityScratch& scratch, Proximity& result);

}  // namespace cardan
