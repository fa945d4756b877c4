#pragma once

#include <vector>

#include "cardan/core/export.h"
#include "cardan/core/spatial.h"
#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// All quantities derived from (q, v) of one skeleton; one instance per (skeleton, thread). Flat
/// arrays in axes of the world W about the reference point O (origin of a floating base, else
/// origin of the base frame), so that numbers stay small however far a robot walks. The constructor
/// allocates all storage; no algorithm allocates.
struct CARDAN_API Data {
  explicit Data(const Skeleton& skeleton);

  /// Pose of the base frame in W; identity for a floating base. Set before forward_kinematics.
  RigidTransform X_W0;

  // Computed by forward_kinematics(skeleton, data, q).
  Vector3 O_W = Vector3::Zero();  ///< reference point in W [m]
  std::vector<double> R;          ///< (nb × 9) R_WB, column major
  std::vector<double> p;          ///< (nb × 3) p_OB in W [m]
  std::vector<double> cos_sin;    ///< cosines, then sines, of the angles q[Skeleton::angle_q]; each
                                  ///< half padded to a multiple of four
  std::vector<double> S;  ///< (columns × 6) joint motion columns [angular; linear about O] in W

  // Computed by forward_kinematics(skeleton, data, q, v).
  std::vector<double> V;  ///< (nb × 6) [ω; v about O] in W [rad/s, m/s]

  // Computed by rnea / bias.
  std::vector<double> c;     ///< (nb × 3) p_OBcm in W [m]
  std::vector<double> I_W;   ///< (nb × 6) inertia about Bcm, axes of W: xx xy xz yy yz zz [kg m²]
  std::vector<double> A;     ///< (nb × 6) spatial accelerations about O
  std::vector<double> f;     ///< (nb × 6) spatial forces about O
  std::vector<double> bias;  ///< (nv) C(q, v) with gravity: M v̇ + C = τ [N m, N]

  // Computed by crba (M), then overwritten by factorize_ltl (L). Path-packed rows, see
  // Skeleton::row_start.
  std::vector<double> M;  ///< mass matrix M̂; after factorize_ltl: L (the diagonal holds D, since L
                          ///< has a unit diagonal)
  std::vector<double> D_inv;       ///< (nv) 1 / D
  std::vector<double> sqrt_D_inv;  ///< (nv) 1 / √D
  std::vector<double> composite;   ///< (nb × 10) m, h, I about O; scratch space of crba

  std::vector<double> scratch;  ///< scratch space of aba and others

  // q, v, a and τ of all joints. Only for a tree with followers; otherwise empty.
  std::vector<double> column_q, column_v, column_a, column_tau;

  /// Results that belong to the current q, as bits (data_contents_internal.h). Only builds that
  /// check the order of calls keep them (docs/algorithms.md); 0 in all others.
  unsigned contents = 0;

  /// Pose of a body in W; body -1 is the base.
  RigidTransform pose(int body) const;
  /// V_WB of a body with reference point at the world point p_W [m].
  SpatialVelocity velocity_at(int body, const Vector3& p_W) const;
};

}  // namespace cardan
