#pragma once

#include <cstdint>

#include "cardan/spatial.h"

namespace cardan {

/// One contact point between two collision objects a < b (objects are sorted by their names).
struct Contact {
  int a = -1, b = -1;  ///< ranks of the objects in the CollisionScene, a < b
  Vector3 point;       ///< contact point p_WC, midway between the two surfaces [m]
  Vector3 normal;      ///< unit vector in W, from a to b
  double phi = 0;  ///< signed distance along the normal, negative in penetration, whose depth −phi
                   ///< never exceeds the true penetration depth [m]
  std::uint32_t feature = 0;  ///< id of the point within its pair, stable from step to step
};

/// The contacts of one pair that share a normal: a range of CollisionResult::contacts.
struct Manifold {
  int a = -1, b = -1;
  int first = 0, count = 0;
};

/// Numbers of convex pairs that the built-in algorithms could not solve, by the fallback that
/// solved them (docs/theory/contact-geometry.md).
struct LadderCounts {
  int fcl = 0;  ///< solved by FCL's own solver
  /// Solved by the built-in algorithm at a pose shifted by 1e-7 of the size of the pair.
  int perturbed = 0;
  int last_normal = 0;  ///< solved with the normal of the previous step
  int unresolved = 0;   ///< not solved by any fallback; the pair has no contact

  /// Sum of all counts.
  int total() const { return fcl + perturbed + last_normal + unresolved; }
  /// Adds the counts of `other`.
  LadderCounts& operator+=(const LadderCounts& other) {
    fcl += other.fcl;
    perturbed += other.perturbed;
    last_normal += other.last_normal;
    unresolved += other.unresolved;
    return *this;
  }
};

}  // namespace cardan
