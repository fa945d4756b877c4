#pragma once

#include <vector>

#include "sim/solve/island_work.h"

/// Functions that prevent approximate answers from adding energy. Exact answers never add energy,
/// because λᵀ u ≤ 0.
namespace cardan {

/// Scales an approximate answer down if it would add energy. At velocity level, the kinetic energy
/// may grow by at most the work of the forces of the step, so that symplectic Euler does not gain
/// energy either [Hairer, Lubich and Wanner 2006, VI.3]. At other levels, the energy must not
/// exceed the energy without impulses: ½ λᵀ Y Yᵀ λ + λᵀ b ≤ 0. Needs λ_C, z and u_C of the answer.
/// Writes energy_lost and adds the effect of the scaling on u to the residual. Returns true if the
/// answer was scaled.
bool bound_energy(IslandWork& work);

/// Returns the work of the whitened pseudo-velocity z_push (Y.cols) of a position problem against
/// the forces of the step, by which the total energy grows [J].
double lift_of(const IslandWork& solved, const std::vector<double>& z_push);

/// Scales down the whitened pseudo-velocity z_push (Y.cols) of a position problem if it would lift
/// bodies against the forces of the step by more than the energy that was lost at velocity level in
/// `solved`.
void bound_lift(const IslandWork& solved, std::vector<double>& z_push);

}  // namespace cardan
