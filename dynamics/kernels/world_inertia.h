#pragma once

#include "cardan/skeleton_data.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/lanes.h"

namespace cardan::kernel {

/// Mass, centre of mass relative to O, and rotational inertia about the centre of mass of one body,
/// in axes of W: c = p + R c_B, I_W = R I Rᵀ.
template <class T>
struct WorldInertiaOf {
  T m;
  Vec3<T> c;
  Sym3<T> I;
};
using WorldInertia = WorldInertiaOf<double>;

inline WorldInertia world_inertia(const Skeleton& skeleton, const Data& data, int body) {
  const SpatialInertia& inertia = skeleton.inertia[body];
  const double* R = &data.R[9 * body];
  const double* I = inertia.inertia.data();
  return {inertia.mass, load(&data.p[3 * body]) + rotate(R, load(inertia.com.data())),
          rotate_inertia(R, Sym{I[0], I[1], I[2], I[4], I[5], I[8]})};
}

/// Computes the world inertias of a group of bodies.
inline WorldInertiaOf<Lanes> world_inertias(const Skeleton& skeleton, const Data& data, int first) {
  constexpr std::size_t kStride = sizeof(SpatialInertia) / sizeof(double);
  static_assert(sizeof(SpatialInertia) % sizeof(double) == 0);
  const SpatialInertia& inertia = skeleton.inertia[first];
  Lanes R[9];
  for (int k = 0; k < 9; ++k) R[k] = gather(&data.R[9 * first + k], 9);
  const double* I = inertia.inertia.data();
  const Sym3<Lanes> I_B{gather(I, kStride),     gather(I + 1, kStride), gather(I + 2, kStride),
                        gather(I + 4, kStride), gather(I + 5, kStride), gather(I + 8, kStride)};
  const Vec3<Lanes> c_B = gather_vec(inertia.com.data(), kStride);
  return {gather(&inertia.mass, kStride), gather_vec(&data.p[3 * first], 3) + rotate(R, c_B),
          rotate_inertia(R, I_B)};
}

/// Returns the inertia about O: I_W + m (c·c 1 − c cᵀ).
template <class T>
inline Sym3<T> inertia_about_O(const std::type_identity_t<T>& m, const Vec3<T>& c,
                               const Sym3<T>& I) {
  const Vec3<T> h = m * c;
  return {I.xx + (h.y * c.y + h.z * c.z), I.xy - h.x * c.y, I.xz - h.x * c.z,
          I.yy + (h.x * c.x + h.z * c.z), I.yz - h.y * c.z, I.zz + (h.x * c.x + h.y * c.y)};
}

/// The joint velocity S q̇, and `extra`, the linear part of the velocity product that is due to the
/// joint's own motion. For a floating joint, `extra` is v_rel × ω_rel, because its linear columns
/// are fixed in F but its angular columns pass through a moving origin. For all other joints, it is
/// zero.
struct JointMotion {
  Spatial velocity;
  Vec extra;
};

inline JointMotion joint_motion(const Skeleton& skeleton, const Data& data, const double* v,
                                int body) {
  const int d = skeleton.v_start[body];
  const double* S = &data.S[6 * d];
  const int n = skeleton.body_nv[body];
  JointMotion motion{v[d] * load_spatial(S), {0, 0, 0}};
  if (n == 1) return motion;
  for (int k = 1; k < n; ++k)
    motion.velocity = motion.velocity + v[d + k] * load_spatial(S + 6 * k);
  if (n == 6) {
    // The linear columns are [0; f_k] and the angular columns are [f_k; …], so ω_rel is the angular
    // part of S q̇.
    const Vec v_rel = v[d + 3] * load(S + 21) + v[d + 4] * load(S + 27) + v[d + 5] * load(S + 33);
    motion.extra = cross(v_rel, motion.velocity.a);
  }
  return motion;
}

}  // namespace cardan::kernel
