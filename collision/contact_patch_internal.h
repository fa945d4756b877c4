#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cardan/collision/shape.h"

/// Contact patches of one pair of shapes: candidates in, at most four points out.
namespace cardan {

/// A shape at its pose; both outlive the query.
struct PosedShape {
  const Shape& shape;
  const RigidTransform& X_WS;
};

/// One point of a patch: p_WC midway between the surfaces [m], gap along the patch's normal [m],
/// feature id within the pair.
struct PatchPoint {
  Vector3 point = Vector3::Zero();
  double gap = 0;
  std::uint32_t feature = 0;
};

inline constexpr int kMaxPatchPoints = 4;

/// Points that share one unit normal in W, from shape a into shape b.
struct Patch {
  Vector3 normal = Vector3::Zero();
  int count = 0;
  std::array<PatchPoint, kMaxPatchPoints> points;
};

/// Lowers all gaps by one amount so that the deepest is `gap`, if it is above it. Points that stay
/// where they are from step to step may miss the deepest point of a shape by a little; the depth of
/// the pair must not.
void deepen_patch(Patch& patch, double gap);

/// Chooses at most four of the candidates with gap ≤ margin [m]: the deepest, then those that span
/// the largest area, where a point counts the less the nearer its gap comes to the margin. Ties
/// fall to the lower feature id, so that a symmetric patch keeps its points from step to step; the
/// deepest point of those chosen then has the gap of the deepest candidate (deepen_patch).
/// Candidates with lower ids should come first; NaN gaps never enter.
Patch select_patch(const std::vector<PatchPoint>& candidates, const Vector3& normal, double margin);

/// Passes over (gap infinite) the points that lie within the convex outline of the others, seen
/// along the normal, or on its sides, unless they are deeper than the corners around them.
/// `corners` is scratch.
void keep_outline(std::vector<PatchPoint>& points, const Vector3& normal,
                  std::vector<int>& corners);

/// The same patch seen from the other shape.
inline Patch flipped(Patch patch) {
  patch.normal = -patch.normal;
  return patch;
}

}  // namespace cardan
