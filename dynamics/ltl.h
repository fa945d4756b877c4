#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

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

}  // namespace cardan
