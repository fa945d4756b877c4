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

/// R (9, column major) of a unit quaternion w x y z. Dividing by |q|² keeps R a rotation even when
/// the caller's quaternion has drifted.
inline void turn_world_axes(const double* q, double* R) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double s = 2 / (w * w + x * x + y * y + z * z);
  R[0] = 1 - s * (y * y + z * z), R[1] = s * (x * y + w * z), R[2] = s * (x * z - w * y);
  R[3] = s * (x * y - w * z), R[4] = 1 - s * (x * x + z * z), R[5] = s * (y * z + w * x);
  R[6] = s * (x * z + w * y), R[7] = s * (y * z - w * x), R[8] = 1 - s * (x * x + y * y);
}

/// A floating base at q: it is body 0 and its origin is O; its columns S are 1 since the
/// constructor.
inline void place_base(Data& data, const double* q) {
  data.O_W = Vector3(q[0], q[1], q[2]);
  turn_world_axes(q + 3, data.R.data());
  for (int k = 0; k < 3; ++k) data.p[k] = 0;
}

/// forward_kinematics of a free body.
inline void place_free_body(Data& data, const double* q, const double* v) {
  place_base(data, q);
  for (int k = 0; k < 6; ++k) data.V[k] = v[k];
}

/// Velocity products and gravity of a free body: the part of bias_forces that its motion changes
/// where it is a ball.
inline void accelerate_ball(Data& data, const Vector3& gravity) {
  using Three = Eigen::Map<Vector3>;
  const Vector3 omega = Three(data.V.data()), v = Three(&data.V[3]);
  Three(data.A.data()).setZero();
  Three(&data.A[3]) = v.cross(omega) - gravity;
}

/// Result of bias_forces for a ball: R I Rᵀ = I and c = 0, so that C is −m g whatever its motion.
inline void weigh_ball(const Skeleton& skeleton, Data& data, const Vector3& gravity) {
  const double m = skeleton.inertia[0].mass, I = skeleton.inertia[0].inertia(0, 0);
  using Three = Eigen::Map<Vector3>;
  const Vector3 weight = -m * gravity;
  accelerate_ball(data, gravity);
  Three(data.c.data()).setZero();
  double* I_W = data.I_W.data();
  I_W[0] = I_W[3] = I_W[5] = I;
  I_W[1] = I_W[2] = I_W[4] = 0;
  for (double* f : {data.f.data(), data.bias.data()}) {
    Three(f).setZero();
    Three(f + 3) = weight;
  }
}

/// M̂ of a ball, M + diag(d), its inverse pivots and their roots, its six freedoms side by side:
/// what crba, add_to_diagonal and factorize_ltl leave. False: a pivot is not positive.
inline bool factorize_ball(const Skeleton& skeleton, Data& data, const double* d) {
  constexpr int kDiagonal[6] = {0, 2, 5, 9, 14, 20}, kEntries = 21;
  using Pivots = Eigen::Array<double, 6, 1>;
  const double m = skeleton.inertia[0].mass, I = skeleton.inertia[0].inertia(0, 0);
  const DofProperties* dof = skeleton.dof.data();
  Pivots pivot;
  for (int k = 0; k < 6; ++k) pivot[k] = (k < 3 ? I : m) + dof[k].armature + d[k];
  double* M = data.M.data();
  for (int k = 0; k < kEntries; ++k) M[k] = 0;
  for (int k = 0; k < 6; ++k) M[kDiagonal[k]] = pivot[k];
  const Pivots inverse = 1 / pivot;
  Eigen::Map<Pivots>(data.D_inv.data()) = inverse;
  Eigen::Map<Pivots>(data.sqrt_D_inv.data()) = inverse.sqrt();
  // With a NaN the minimum is not above zero, or the sum is not finite.
  return pivot.minCoeff() > 0 && pivot.sum() < kInfinity;
}

}  // namespace cardan
