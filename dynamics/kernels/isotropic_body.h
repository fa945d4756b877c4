#pragma once

#include "cardan/skeleton_data.h"
#include "dynamics/data_contents.h"

/// Kernels of SkeletonKind::kIsotropicBody.
namespace cardan {

/// Computes velocity products and gravity, the only part of bias_forces that depends on the motion.
inline void accelerate_isotropic_body(Data& data, const Vector3& gravity) {
  using Three = Eigen::Map<Vector3>;
  const Vector3 omega = Three(data.V.data()), v = Three(&data.V[3]);
  Three(data.A.data()).setZero();
  Three(&data.A[3]) = v.cross(omega) - gravity;
}

/// Computes bias_forces. Since R I Rᵀ = I and c = 0, C is −m g for every motion.
inline void compute_isotropic_bias(const Skeleton& skeleton, Data& data, const Vector3& gravity) {
  const double m = skeleton.inertia[0].mass, I = skeleton.inertia[0].inertia(0, 0);
  using Three = Eigen::Map<Vector3>;
  const Vector3 weight = -m * gravity;
  contents::lose(data, contents::kAccelerations);
  contents::gain(data, contents::kInertias);
  accelerate_isotropic_body(data, gravity);
  Three(data.c.data()).setZero();
  double* I_W = data.I_W.data();
  I_W[0] = I_W[3] = I_W[5] = I;
  I_W[1] = I_W[2] = I_W[4] = 0;
  for (double* f : {data.f.data(), data.bias.data()}) {
    Three(f).setZero();
    Three(f + 3) = weight;
  }
}

/// Performs crba, add_to_diagonal and factorize_ltl in one pass: computes M̂ = M + diag(d), its
/// inverse pivots and their square roots. Returns false if a pivot is not positive.
inline bool factorize_isotropic_body(const Skeleton& skeleton, Data& data, const double* d) {
  constexpr int kDiagonal[6] = {0, 2, 5, 9, 14, 20}, kEntries = 21;
  using Pivots = Eigen::Array<double, 6, 1>;
  contents::lose(data, contents::kMass);
  contents::gain(data, contents::kFactor);
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
  // A NaN fails one of the two comparisons.
  return pivot.minCoeff() > 0 && pivot.sum() < kInfinity;
}

}  // namespace cardan
