#pragma once

#include <cstddef>

#include "cardan/aligned_block.h"
#include "cardan/export.h"
#include "cardan/skeleton.h"
#include "cardan/spatial.h"

namespace cardan {

/// One array of a Data object: a view of a part of its block.
class DataArray {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  double* data() { return at_; }
  const double* data() const { return at_; }
  double& operator[](std::size_t i) { return at_[i]; }
  const double& operator[](std::size_t i) const { return at_[i]; }
  double* begin() { return at_; }
  double* end() { return at_ + size_; }
  const double* begin() const { return at_; }
  const double* end() const { return at_ + size_; }

 private:
  friend struct Data;
  double* at_ = nullptr;
  std::size_t size_ = 0;
};

/// All quantities derived from (q, v) of one skeleton. Each thread needs its own instance for each
/// skeleton. The flat arrays are in axes of the world W about the reference point O (the origin of
/// a floating base, or else the origin of the base frame), so that the numbers stay small however
/// far a robot walks. The constructor allocates all storage as one block, which begins with the
/// data that every step touches; no algorithm allocates. A copy has its own block.
struct CARDAN_API Data {
  /// Allocates all arrays in one block of memory and fills them with zeros.
  explicit Data(const Skeleton& skeleton);
  Data(const Data& other);
  Data(Data&&) noexcept = default;
  Data& operator=(const Data& other);
  Data& operator=(Data&&) noexcept = default;
  ~Data() = default;

  /// Pose of the base frame in W; identity for a floating base. Must be set before
  /// forward_kinematics.
  RigidTransform X_W0;

  // Computed by forward_kinematics(skeleton, data, q).
  Vector3 O_W = Vector3::Zero();  ///< reference point in W [m]
  DataArray R;                    ///< (nb × 9) R_WB, column major
  DataArray p;                    ///< (nb × 3) p_OB in W [m]
  DataArray cos_sin;  ///< cosines, then sines, of the angles q[Skeleton::angle_q], each half padded
                      ///< to a multiple of four
  DataArray S;        ///< (columns × 6) joint motion columns [angular; linear about O] in W

  // Computed by forward_kinematics(skeleton, data, q, v).
  DataArray V;  ///< (nb × 6) [ω; v about O] in W [rad/s, m/s]

  // Computed by rnea and bias_forces.
  DataArray c;     ///< (nb × 3) p_OBcm in W [m]
  DataArray I_W;   ///< (nb × 6) inertia about Bcm, axes of W: xx xy xz yy yz zz [kg m²]
  DataArray A;     ///< (nb × 6) spatial accelerations about O
  DataArray f;     ///< (nb × 6) spatial forces about O
  DataArray bias;  ///< (nv) C(q, v) with gravity: M v̇ + C = τ [N m, N]

  // M is computed by crba and then overwritten with L by factorize_ltl, as path-packed rows (see
  // Skeleton::row_start).
  DataArray M;  ///< mass matrix M̂; after factorize_ltl, L, with D on the diagonal, since L has a
                ///< unit diagonal
  DataArray D_inv;       ///< (nv) 1 / D
  DataArray sqrt_D_inv;  ///< (nv) 1 / √D
  DataArray composite;   ///< (nb × 10) m, h, I about O; scratch memory of crba

  DataArray scratch;  ///< scratch memory of aba and other algorithms

  // q, v, a and τ of all joints. These arrays are empty for a tree without followers.
  DataArray column_q, column_v, column_a, column_tau;

  /// Bit set of the results that belong to the current q (data_contents.h). It is
  /// maintained only in builds that check the order of calls (docs/algorithms.md), and is 0 in all
  /// other builds.
  unsigned contents = 0;

  /// Pose of a body in W; body -1 is the base.
  RigidTransform pose(int body) const;
  /// Spatial velocity of a body in W, with the world point p_W [m] as its reference point.
  SpatialVelocity velocity_at(int body, const Vector3& p_W) const;

 private:
  /// Places each array at the offset in block_ that it has in the block of `other`.
  void place_arrays_as(const Data& other);

  AlignedBlock block_;
};

}  // namespace cardan
