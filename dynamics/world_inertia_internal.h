#pragma once

#include "cardan/dynamics/data.h"
#include "cardan/dynamics/kernel_internal.h"

namespace cardan::kernel {

/// Centre of mass about O and rotational inertia about it, axes of W, of one body: c = p + R c_B,
/// I_W = R I Rᵀ.
struct WorldInertia {
  double m;
  Vec c;
  Sym I;
};

inline WorldInertia world_inertia(const Skeleton& skeleton, const Data& data, int body) {
  const SpatialInertia& inertia = skeleton.inertia[body];
  const double* R = &data.R[9 * body];
  return {inertia.mass, load(&data.p[3 * body]) + rotate(R, load(inertia.com.data())),
          rotate_inertia(R, inertia.inertia.data())};
}

/// I about O: I_W + m (c·c 1 − c cᵀ).
inline Sym inertia_about_O(double m, const Vec& c, const Sym& I) {
  const Vec h = m * c;
  return {I.xx + (h.y * c.y + h.z * c.z), I.xy - h.x * c.y, I.xz - h.x * c.z,
          I.yy + (h.x * c.x + h.z * c.z), I.yz - h.y * c.z, I.zz + (h.x * c.x + h.y * c.y)};
}

/// S q̇ and the part of c_i that moves with the body: for a floating joint, whose linear columns are
/// fixed in F but whose angular ones turn about a moving origin, [0; v_rel × ω_rel]; zero for all
/// others.
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
    // The linear columns are [0; f_k], the angular ones [f_k; …]: ω_rel is the angular part of S q̇.
    const Vec v_rel = v[d + 3] * load(S + 21) + v[d + 4] * load(S + 27) + v[d + 5] * load(S + 33);
    motion.extra = cross(v_rel, motion.velocity.a);
  }
  return motion;
}

}  // namespace cardan::kernel
