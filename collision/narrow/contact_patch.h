#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/shape_parts.h"

/// Contact patches of one pair of shapes. A patch has at most four points, chosen from many
/// candidates.
namespace cardan {

/// One point of a patch: the point p_WC midway between the surfaces [m], the gap along the normal
/// of the patch [m], and the feature id within the pair.
struct PatchPoint {
  Vector3 point = Vector3::Zero();
  double gap = 0;
  std::uint32_t feature = 0;
};

inline constexpr int kMaxPatchPoints = 4;

/// Points that share one unit normal in W, which points from shape a into shape b.
struct Patch {
  Vector3 normal = Vector3::Zero();
  int count = 0;
  std::array<PatchPoint, kMaxPatchPoints> points;
};

/// Reduces all gaps by the same amount so that the deepest one is `gap`, if it is above `gap`.
/// Points with fixed positions on a shape may slightly miss the deepest point, but the depth of the
/// pair must be exact.
void deepen_patch(Patch& patch, double gap);

/// Chooses at most four of the candidates with gap ≤ margin [m]: the deepest one, then those that
/// span the largest area. The weight of a point decreases as its gap approaches the margin. Ties go
/// to the lower feature id, so that a symmetric patch keeps its points from step to step. The
/// deepest chosen point then gets the gap of the deepest candidate (deepen_patch). Candidates
/// should be sorted by feature id. Candidates with NaN gaps are ignored.
Patch select_patch(const std::vector<PatchPoint>& candidates, const Vector3& normal, double margin);

/// Removes, by setting the gap to infinity, the points that, seen along the normal, lie within or
/// on the convex outline of the other points, unless they are deeper than the corners around them.
/// `corners` is scratch memory.
void keep_outline(std::vector<PatchPoint>& points, const Vector3& normal,
                  std::vector<int>& corners);

/// Returns the patch with a and b exchanged.
inline Patch flipped(Patch patch) {
  patch.normal = -patch.normal;
  return patch;
}

}  // namespace cardan
