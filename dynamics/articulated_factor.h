#pragma once

#include "cardan/skeleton_data.h"

namespace cardan {

/// True if paths are so long that factorize_articulated takes less time than crba with
/// factorize_ltl. Never true for trees with followers, whose branches are coupled.
CARDAN_API bool has_long_paths(const Skeleton& skeleton);

/// Computes the factors of M̂ = M + diag(d) = Lᵀ D L from the articulated inertias, without M:
/// L_ke = S_e · K_k S_k / D_k, with K_k the articulated inertia below DoF k [Featherstone 2008,
/// Tab. 7.1; Rodriguez, Jain, Kreutz-Delgado 1992]. The time is linear in the number of bodies, and
/// so is that of whiten, unwhiten, solve_ltl and whiten_path_rows (per row) afterwards. data.M
/// holds K_k S_k / D_k (6 per DoF) instead of L. Needs has_long_paths, bias_forces or
/// compute_world_inertias after forward_kinematics, and overwrites data.scratch. Returns false if a
/// pivot is not positive. d: (nv).
CARDAN_API bool factorize_articulated(const Skeleton& skeleton, Data& data, const double* d);

}  // namespace cardan
