#pragma once

#include "cardan/solve/island_work_internal.h"
#include "cardan/solve/pairing_internal.h"

/// Answers that need no solver.
namespace cardan {

/// True where the last step's impulses solve the island as it is now, within the tolerance of the
/// chain's first solver: the answer then, before any solver is called. Only of a formulation whose
/// problem is the base itself, so that none has to be built, and without bounces.
bool accept_warm_start(const Pairing& pairing, IslandWork& work);

/// Answers an island of one contact without friction, whose impulse has a closed form:
/// λ_n = max(−b_n / A_nn, 0), judged as any other answer.
bool answer_lone_contact(const Pairing& pairing, IslandWork& work);

}  // namespace cardan
