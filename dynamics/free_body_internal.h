#pragma once

#include <cmath>

#include "cardan/dynamics/data.h"
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

/// M̂ of a ball, M + diag(d), its inverse pivots and their roots, its six freedoms side by side:
/// what crba, add_to_diagonal and factorize_ltl leave. False: a pivot is not positive.
inline bool factorize_ball(const Skeleton& skeleton, Data& data, const double* d) {
  constexpr int kDiagonal[6] = {0, 2, 5, 9, 14, 20};
  const double m = skeleton.inertia[0].mass, I = skeleton.inertia[0].inertia(0, 0);
  for (double& entry : data.M) entry = 0;
  double pivot[6];
  for (int k = 0; k < 6; ++k) pivot[k] = (k < 3 ? I : m) + skeleton.dof[k].armature + d[k];
  bool positive = true;
  for (int k = 0; k < 6; ++k) {
    positive = positive && pivot[k] > 0 && pivot[k] < kInfinity;
    data.M[kDiagonal[k]] = pivot[k];
    data.D_inv[k] = 1 / pivot[k];
  }
  for (int k = 0; k < 6; ++k) data.sqrt_D_inv[k] = std::sqrt(data.D_inv[k]);
  return positive;
}

}  // namespace cardan
