#pragma once

#include "collision/narrow/narrow_phase_scratch.h"
#include "collision/surface/triangle_tree.h"

/// Signed distances between shapes of all kinds, for queries. FCL is not used.
namespace cardan {

/// A shape at its pose. tree: triangle tree of a mesh, null for other kinds of shapes.
struct QueryShape {
  PosedShape posed;
  const TriangleTree* tree = nullptr;
};

/// Closest points of two shapes a and b, in W.
struct Proximity {
  double distance = 0;  ///< [m], negative in penetration
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit vector from a into b: p_b − p_a = distance · normal
};

/// Scratch memory reused from call to call. Each thread needs its own.
struct ProximityScratch {
  NarrowPhaseScratch narrow;
  std::vector<Patch> patches;
  std::vector<Vector3> points;
};

/// Computes the signed distance. Returns false if the shapes are farther apart than `limit` [m] or
/// both are unbounded. In penetration, the depth is the least translation that separates two convex
/// shapes, or a bounded shape and an unbounded solid. With meshes, the result is a lower bound of
/// that depth: if the surfaces intersect, the largest depth over the triangles; otherwise, inside a
/// closed mesh, the distance to the surface (exact for a sphere).
bool find_proximity(const QueryShape& a, const QueryShape& b, double limit,
                    ProximityScratch& scratch, Proximity& result);

}  // namespace cardan
