#pragma once

#include "cardan/skeleton_data.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/world_inertia.h"

namespace cardan::kernel {

/// Computes Data::composite of all subtrees: m, h = m c and I about O. Needs only positions, unlike
/// crba, which uses the world inertias of rnea.
void compute_composites(const Skeleton& skeleton, Data& data);

/// Returns Ic S, the force that accelerates a composite body along a column.
inline Spatial composite_product(const double* composite, const Spatial& S) {
  const Vec h = load(composite + 1);
  return {load_sym(composite + 4) * S.a + cross(h, S.l), composite[0] * S.l - cross(h, S.a)};
}

/// B = V ×* I − I V× + (I V)~ of a body, with (h)~ x = x ×* h: the velocity-dependent force of a
/// moving body (twice (16) in [Echeandia, Wensing 2021]; [Singh et al. 2022]). About a body point O
/// at rest, the force parts cancel and B x depends only on the angular part α of x:
///   B x = [K α; 2 α × l],  K = −2 [ω]× Σ + 2 m (c·v_c 1 − v_c cᵀ),  l = m v_c,
/// where Σ = ½ tr(I) 1 − I is the second moment about the centre of mass. K and l are additive over
/// bodies. B is stored as twelve numbers: K in column-major order, then l.
inline constexpr int kVelocityInertiaSize = 12;

/// Computes B of all subtrees into storage (nb × 12): K, l. Needs forward_kinematics with v.
void compute_velocity_composites(const Skeleton& skeleton, const Data& data, double* storage);

/// Returns B x.
inline Spatial velocity_inertia_product(const double* B, const Spatial& x) {
  return {rotate(B, x.a), 2.0 * cross(x.a, load(B + 9))};
}

/// Returns Bᵀ y = [Kᵀ y_a + 2 l × y_l; 0].
inline Spatial transposed_velocity_inertia_product(const double* B, const Spatial& y) {
  const Vec KT{dot(load(B), y.a), dot(load(B + 3), y.a), dot(load(B + 6), y.a)};
  return {KT + 2.0 * cross(load(B + 9), y.l), {0, 0, 0}};
}

}  // namespace cardan::kernel
