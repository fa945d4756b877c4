#pragma once

#include <vector>

#include "cardan/collision/contact_patch_internal.h"

/// Signed distance of two convex shapes by support functions alone: GJK apart, EPA in penetration.
namespace cardan {

/// A convex shape as a core plus a radius: sphere = point + r, capsule = segment + r, all others
/// have radius 0.
class ConvexCore {
 public:
  explicit ConvexCore(const PosedShape& posed);

  /// Farthest point of the core along d, in W [m].
  Vector3 support(const Vector3& d) const;
  double radius() const { return radius_; }
  /// A point and a segment are polytopes as well: GJK and EPA end in a face or an edge, exactly.
  bool is_polytope() const;
  Vector3 centre() const { return posed_.X_WS.p; }
  const PosedShape& posed() const { return posed_; }

 private:
  Vector3 hull_support(const Vector3& d_S) const;

  PosedShape posed_;
  double radius_ = 0;
  mutable int last_vertex_ = 0;  // where the climb over a large hull starts
};

/// Closest approach, or least penetration, of two cores.
struct Separation {
  Vector3 normal = Vector3::Zero();  ///< unit, from a into b
  double distance =
      0;  ///< signed distance of the cores [m]: -(h_a(n) + h_b(-n)), greatest over all n
  Vector3 point_a = Vector3::Zero(),
          point_b = Vector3::Zero();  ///< the points of the cores that realise it
  double uncertainty = 0;             ///< the true distance is at most `distance` plus this [m]
  bool valid = false;                 ///< false: no convergence
  bool beyond =
      false;  ///< the cores are proven to be farther apart than the limit: nothing else is set
};

/// A point of the Minkowski difference a - b with the points it comes from.
struct DifferenceVertex {
  Vector3 w = Vector3::Zero(), a = Vector3::Zero(), b = Vector3::Zero();
};

/// A triangle of the growing polytope of EPA.
struct DifferenceFace {
  std::array<int, 3> v{};
  Vector3 normal = Vector3::Zero();
  double distance = 0;
};

/// Scratch of separate(): reused, so that nothing is allocated after warm-up.
struct SeparationScratch {
  std::vector<DifferenceVertex> vertices;
  std::vector<DifferenceFace> faces;
  std::vector<std::array<int, 2>> horizon;
};

/// Signed distance of two cores, of which at least one has volume when they overlap. Both should
/// lie near the origin, as round-off is relative to the coordinates. Gives up early when the
/// distance exceeds `limit` [m]. [Gilbert, Johnson, Keerthi 1988; van den Bergen 2001]
Separation separate(const ConvexCore& a, const ConvexCore& b, double limit,
                    SeparationScratch& scratch);

/// -(h_a(n) + h_b(-n)): the signed distance of the cores along n; for every n a lower bound of the
/// signed distance.
double separation_along(const ConvexCore& a, const ConvexCore& b, const Vector3& n);

}  // namespace cardan
