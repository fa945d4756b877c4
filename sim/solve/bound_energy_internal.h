#pragma once

#include <vector>

#include "cardan/solve/island_work_internal.h"

/// Approximate answers give bodies no energy. Exact ones never do, as λᵀ u ≤ 0.
namespace cardan {

/// Scales an approximate answer back where it would add energy. Velocities: the kinetic energy
/// grows by no more than the forces of the step do work, so that symplectic Euler gains nothing
/// either [Hairer, Lubich and Wanner 2006, VI.3]. Positions and other levels: no more energy than
/// without an impulse, ½ λᵀ Y Yᵀ λ + λᵀ b ≤ 0. λ_C, z and u_C are those of the answer;
/// energy_lost is written, and the residual grows by what u changes. True: it was scaled.
bool bound_energy(IslandWork& work);

/// Scales the whitened pseudo-velocity z_push (Y.cols) of a position problem back where it would
/// lift bodies against the forces of the step by more energy than the velocities `solved` lost.
void bound_lift(const IslandWork& solved, std::vector<double>& z_push);

}  // namespace cardan
