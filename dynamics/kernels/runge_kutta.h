#pragma once

#include "cardan/skeleton.h"

/// The classical Runge–Kutta method of fourth order for given accelerations, with q on its
/// manifold: q = q0 ⊕ δ, δ̇ = dexp⁻¹_δ v [Munthe-Kaas 1998] (docs/theory/acceleration.md).
namespace cardan::runge_kutta {

inline constexpr double kNode[4] = {0, 0.5, 0.5, 1};
inline constexpr double kWeight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

/// Computes δ̇ of the rotation vectors of spherical and floating joints: dexp⁻¹_δ ω = ω − δ × ω / 2
/// + δ × (δ × ω) / 12, accurate to fourth order. For all other degrees of freedom, the rate is v.
/// increment, v, rate: (nv).
inline void increment_rate(const Skeleton& skeleton, const VectorX& increment,
                           const Eigen::Ref<const VectorX>& v, VectorX& rate) {
  rate = v;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const int d = skeleton.v_start[i];
    if (d >= skeleton.nv() || skeleton.body_nv[i] == 1) continue;
    const Vector3 delta = increment.segment<3>(d), omega = v.segment<3>(d);
    rate.segment<3>(d) += -0.5 * delta.cross(omega) + delta.cross(delta.cross(omega)) / 12;
  }
}

}  // namespace cardan::runge_kutta
