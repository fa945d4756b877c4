#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes the joint-space inertia matrix M, including armature, into data.M in path-packed form
/// [Featherstone 2008, Tab. 6.2], in world axes. Needs forward_kinematics and the world inertias
/// computed by bias_forces, rnea or compute_world_inertias.
CARDAN_API void crba(const Skeleton& skeleton, Data& data);

/// Computes data.c and data.I_W, which crba needs. This call is needed only if bias_forces or rnea
/// has not already computed them. Needs forward_kinematics.
CARDAN_API void compute_world_inertias(const Skeleton& skeleton, Data& data);

/// Adds diag(d) to data.M, e.g. implicit damping and stiffness: M̂ = M + h D + h² K. d: (nv).
CARDAN_API void add_to_diagonal(const Skeleton& skeleton, Data& data, const double* d);

/// Returns a dense symmetric copy of data.M (nv × nv), for tests and users. Valid only before
/// factorize_ltl.
CARDAN_API MatrixX dense_mass_matrix(const Skeleton& skeleton, const Data& data);
CARDAN_API void dense_mass_matrix(const Skeleton& skeleton, const Data& data,
                                  Eigen::Ref<MatrixX> M);

}  // namespace cardan
