#pragma once

#include "cardan/solve/island_work_internal.h"
#include "cardan/solve/pairing_internal.h"

/// Answers that need no solver.
namespace cardan {

/// Answers an island before any solver is called; the first that holds of
/// - one contact without friction: λ_n = max(−b_n / A_nn, 0);
/// - the last step's impulses, where they solve the island as it is now: of a formulation whose
///   problem is the base itself, and without bounces.
/// The judge takes each within the tolerance of the chain's first solver. False: no answer.
bool answer_without_solver(const Pairing& pairing, IslandWork& work);

}  // namespace cardan
