#pragma once

#include <cstdint>

#include "cardan/core/types.h"

namespace cardan {

/// One contact point between two collision objects a < b (objects sort by their names).
struct Contact {
  int a = -1, b = -1;  ///< object indices in the CollisionScene, a before b in its order
  Vector3 point;       ///< p_WC, midway between the two surfaces [m]
  Vector3 normal;      ///< unit, in W, from a into b
  double phi = 0;  ///< signed distance along the normal, negative in penetration; never deeper than
                   ///< the truth [m]
  std::uint32_t feature = 0;  ///< identifies the point within its pair, stable from step to step
};

/// The contacts of one pair: a run of CollisionResult::contacts with one normal.
struct Manifold {
  int a = -1, b = -1;
  int first = 0, count = 0;
};

}  // namespace cardan
