#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes a matrix C(q, v) (nv × nv) for which C v is the vector of Coriolis and centrifugal
/// forces and Ṁ − 2C is skew-symmetric: C = Σ Jᵀ (I J̇ + ½ B J) over the bodies [Echeandia, Wensing
/// 2021, alg. 1], in world axes. Needs forward_kinematics with v; overwrites data.composite and
/// data.scratch.
CARDAN_API void coriolis_matrix(const Skeleton& skeleton, Data& data, const double* v,
                                Eigen::Ref<MatrixX> C);

}  // namespace cardan
