#pragma once

#include <cmath>

#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// A body that nothing holds: its frame's origin is the reference point O, its columns S are those
/// of the identity, and q and v are its pose and V.
inline bool is_free_body(const Skeleton& skeleton) {
  return skeleton.floating_base() && skeleton.num_bodies() == 1;
}

/// A free body whose inertia is the same about every axis through its origin, the centre of mass: M
/// is diagonal in every orientation, and L = 1.
inline bool is_ball(const Skeleton& skeleton) {
  if (!is_free_body(skeleton)) return false;
  const SpatialInertia& inertia = skeleton.inertia[0];
  const double* c = inertia.com.data();
  const double* I = inertia.inertia.data();
  // Without branches: it is asked in every kernel.
  const double off = std::abs(c[0]) + std::abs(c[1]) + std::abs(c[2]) + std::abs(I[1]) +
                     std::abs(I[2]) + std::abs(I[5]);
  return (std::abs(I[0] - I[4]) + std::abs(I[0] - I[8]) + off) == 0;
}

}  // namespace cardan
