#pragma once

#include "cardan/skeleton_data.h"

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

/// Computes the branch-sparse factorisation M̂ = Lᵀ D L in place, without fill-in [Featherstone
/// 2008, Tab. 6.3; 2005]. Returns false if a pivot is not positive; the matrix is then unusable,
/// and the caller must report this.
CARDAN_API bool factorize_ltl(const Skeleton& skeleton, Data& data);

// The following functions need factorize_ltl, or factorize_articulated for long paths.

/// Computes x ← D^(−1/2) L^(−T) x, the backward half of a solve, which maps forces to whitened
/// space. x: (nv).
CARDAN_API void whiten(const Skeleton& skeleton, const Data& data, double* x);

/// Computes x ← L^(−1) D^(−1/2) x, the forward half of a solve, which maps whitened space to
/// velocities. x: (nv).
CARDAN_API void unwhiten(const Skeleton& skeleton, const Data& data, double* x);

/// Computes x ← M̂⁻¹ x. x: (nv).
CARDAN_API void solve_ltl(const Skeleton& skeleton, const Data& data, double* x);

/// Returns the entry of L of a DoF and of the DoF at entry e of its path. The diagonal is 1.
CARDAN_API double entry_of_l(const Skeleton& skeleton, const Data& data, int dof, int e);

/// Whitens Jacobian rows on the path of one DoF: Y = J L⁻¹ D^(−1/2). y holds `lanes` interleaved
/// rows: y[e * lanes + k] = entry e (from the root) of row k, e ≤ depth[last_dof].
CARDAN_API void whiten_path_rows(const Skeleton& skeleton, const Data& data, int last_dof,
                                 int lanes, double* y);

/// Computes y = M x from the packed rows of crba, without a dense matrix. x and y (nv) must not
/// overlap. Valid only before factorize_ltl.
CARDAN_API void multiply_mass(const Skeleton& skeleton, const Data& data, const double* x,
                              double* y);

/// These functions compute x ← L⁻¹ x and x ← L⁻ᵀ x with the unit lower-triangular factor of M = Lᵀ
/// D L. Both need factorize_ltl. x: (nv).
CARDAN_API void solve_l(const Skeleton& skeleton, const Data& data, double* x);
CARDAN_API void solve_l_transposed(const Skeleton& skeleton, const Data& data, double* x);

/// These functions compute y = L x and y = Lᵀ x. Both need factorize_ltl. x and y (nv) must not
/// overlap.
CARDAN_API void multiply_l(const Skeleton& skeleton, const Data& data, const double* x, double* y);
CARDAN_API void multiply_l_transposed(const Skeleton& skeleton, const Data& data, const double* x,
                                      double* y);

/// Computes M⁻¹ (nv × nv) column by column. Needs factorize_ltl. Use solve_ltl for the product with
/// one vector.
CARDAN_API void inverse_mass_matrix(const Skeleton& skeleton, const Data& data,
                                    Eigen::Ref<MatrixX> M_inv);

}  // namespace cardan
