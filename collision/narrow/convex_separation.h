#pragma once

#include <vector>

#include "collision/narrow/contact_patch.h"

/// Signed distance of two convex shapes, computed only with support functions: by GJK for separated
/// shapes, by EPA in penetration.
namespace cardan {

struct ShapeForm;

/// A convex shape as a core plus a radius. A sphere is a point with a radius and a capsule is a
/// segment with a radius; all other shapes have radius 0.
class ConvexCore {
 public:
  explicit ConvexCore(const PosedShape& posed);

  /// Returns the farthest point of the core along d, in W [m].
  Vector3 support(const Vector3& d) const;
  double radius() const { return radius_; }
  /// True for a polytope, including a point and a segment. GJK and EPA then end exactly at a face
  /// or an edge.
  bool is_polytope() const;
  Vector3 centre() const { return posed_.X_WS.p; }
  const PosedShape& posed() const { return posed_; }

 private:
  Vector3 hull_support(const Vector3& d_S) const;

  PosedShape posed_;
  const ShapeForm& form_;
  double radius_ = 0;
  mutable int last_vertex_ = 0;  // start of the next hill climb over a large hull
};

/// Closest approach, or least penetration, of two cores.
struct Separation {
  Vector3 normal = Vector3::Zero();  ///< unit vector from a to b
  double distance =
      0;  ///< signed distance of the cores [m]: the maximum over n of -(h_a(n) + h_b(-n))
  Vector3 point_a = Vector3::Zero(),
          point_b = Vector3::Zero();  ///< closest points of the cores
  double uncertainty = 0;  ///< the true distance is at most `distance` plus this value [m]
  bool valid = false;      ///< false if the algorithm did not converge
  bool beyond = false;  ///< true if the cores are certainly farther apart than the limit; no other
                        ///< field is then set
};

/// A point of the Minkowski difference a - b, with the points of a and b that define it.
struct DifferenceVertex {
  Vector3 w = Vector3::Zero(), a = Vector3::Zero(), b = Vector3::Zero();
};

/// A triangle of the polytope that EPA expands.
struct DifferenceFace {
  std::array<int, 3> v{};
  Vector3 normal = Vector3::Zero();
  double distance = 0;
};

/// Scratch memory of separate(), reused so that nothing is allocated after warm-up.
struct SeparationScratch {
  std::vector<DifferenceVertex> vertices;
  std::vector<DifferenceFace> faces;
  std::vector<std::array<int, 2>> horizon;
};

/// Computes the signed distance of two cores. If they overlap, at least one of them must have
/// volume. Both should be near the origin, because round-off is relative to the coordinates. The
/// computation stops early when the distance exceeds `limit` [m]. [Gilbert, Johnson, Keerthi 1988;
/// van den Bergen 2001]
Separation separate(const ConvexCore& a, const ConvexCore& b, double limit,
                    SeparationScratch& scratch);

/// Returns -(h_a(n) + h_b(-n)), the signed distance of the cores along n. For every n, this value
/// is a lower bound of the signed distance.
double separation_along(const ConvexCore& a, const ConvexCore& b, const Vector3& n);

}  // namespace cardan
