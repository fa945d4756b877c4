#include "cardan/dynamics/data.h"

#include "cardan/dynamics/kernels/sincos_internal.h"

namespace cardan {

Data::Data(const Skeleton& skeleton) {
  const size_t nb = static_cast<size_t>(skeleton.num_bodies());
  const size_t nv = static_cast<size_t>(skeleton.nv());
  const size_t packed = static_cast<size_t>(skeleton.row_start[nv]);
  R.assign(nb * 9, 0);
  p.assign(nb * 3, 0);
  const size_t nc = static_cast<size_t>(skeleton.num_columns());
  S.assign(nc * 6, 0);
  V.assign(nb * 6, 0);
  c.assign(nb * 3, 0);
  I_W.assign(nb * 6, 0);
  A.assign(nb * 6, 0);
  f.assign(nb * 6, 0);
  bias.assign(nv, 0);
  M.assign(packed, 0);
  D_inv.assign(nv, 0);
  sqrt_D_inv.assign(nv, 0);
  composite.assign(nb * 10, 0);
  const int angles = static_cast<int>(skeleton.angle_q.size());
  cos_sin.assign(2 * static_cast<size_t>(kernel::padded_to_batch(angles)), 0);
  // aba: a 6 × 6 articulated inertia per body; U, 1/d and u per DoF. rnea_derivatives: 12 per body,
  // 18 per column.
  scratch.assign(nb * 36 + nc * 18, 0);
  if (skeleton.coupled()) {
    column_q.assign(static_cast<size_t>(skeleton.nq()) + skeleton.followers.size(), 0);
    column_v.assign(nc, 0);
    column_a.assign(nc, 0);
    column_tau.assign(nc, 0);
  }
  // The columns of a floating base about its own origin are always the axes of W.
  if (skeleton.floating_base()) {
    for (size_t k = 0; k < 6; ++k) S[7 * k] = 1;
  }
}

RigidTransform Data::pose(int body) const {
  if (body < 0) return X_W0;
  const size_t i = static_cast<size_t>(body);
  return {Eigen::Map<const Matrix3>(&R[9 * i]), O_W + Eigen::Map<const Vector3>(&p[3 * i])};
}

SpatialVelocity Data::velocity_at(int body, const Vector3& p_W) const {
  if (body < 0) return {};
  const double* velocity = &V[6 * static_cast<size_t>(body)];
  const SpatialVelocity about_O{Eigen::Map<const Vector3>(velocity),
                                Eigen::Map<const Vector3>(velocity + 3)};
  return about_O.shifted(p_W - O_W);
}

}  // namespace cardan
