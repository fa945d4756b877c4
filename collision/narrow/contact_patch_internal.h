#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cardan/collision/shape.h"

/// Contact patches of one pair of shapes. From many candidates, at most four points are chosen.
namespace cardan {

/// A shape at its pose. Holds references; both must outlive the query.
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

/// Reduces all gaps by the same amount so that the deepest one is `gap`, if it is above `gap`.
/// Points with a fixed position on a shape may slightly miss its deepest point, but the depth of
/// the pair must be exact.
void deepen_patch(Patch& patch, double gap);

/// Chooses at most four of the candidates with gap ≤ margin [m]: the deepest one, then those that
/// span the largest area. The weight of a point decreases as its gap approaches the margin. Ties go
/// to the lower feature id, so that a symmetric patch keeps its points from step to step. The
/// deepest chosen point then gets the gap of the deepest candidate (deepen_patch). Candidates with
/// lower ids should come first. Candidates with NaN gaps are ignored.
Patch select_patch(const std::vector<PatchPoint>& candidates, const Vector3& normal, double margin);

/// Removes, by setting the gap to infinity, the points that lie within or on the convex outline of
/// the others, seen along the normal, unless they are deeper than the corners around them.
/// `corners` is scratch.
void keep_outline(std::vector<PatchPoint>& points, const Vector3& normal,
                  std::vector<int>& corners);

/// Exchanges a and b of a patch.
inline Patch flipped(Patch patch) {
  patch.normal = -patch.normal;
  return patch;
}

}  // namespace cardan
