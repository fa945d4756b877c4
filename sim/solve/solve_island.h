#pragma once

#include <vector>

#include "sim/solve/island_work.h"
#include "sim/solve/pairing.h"

/// Functions that solve one island with a formulation, a solver chain and the judge.
namespace cardan {

/// Clears the report and sets the size of the answer.
void start_report(IslandWork& work);

/// Builds pass 0. reserve_for() needs its size before any solver runs.
void prepare_island(IslandWork& work);

/// True if the answer is approximate because, according to its own status, the solver stopped at
/// one of its limits or at the requested accuracy.
bool ended_at_own_limit(const IslandWork& work);

/// Reserves memory for the problem of an island, lowered or not, in every solver of every chain.
void reserve_for(IslandWork& work, std::vector<SolverChain>& chains);

/// Solves an island. In each phase of the restitution law, the formulation builds a problem, which
/// is warm-started, solved and judged; fallbacks are called if necessary, and the answer is lifted
/// to contact space. The answer is work.lambda_C, which is always finite.
void solve_island(const Pairing& pairing, SolverChain& chain, IslandWork& work);

}  // namespace cardan
