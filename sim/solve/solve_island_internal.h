#pragma once

#include <vector>

#include "cardan/solve/island_work_internal.h"
#include "cardan/solve/pairing_internal.h"

/// Solves one island: combines formulation, solver chain and judge.
namespace cardan {

/// Clears the report and sizes the answer.
void start_report(IslandWork& work);

/// Builds pass 0, whose size reserve_for() needs before any solver runs.
void prepare_island(IslandWork& work);

/// True if the answer is approximate because, by its own status, the solver ended at one of its
/// limits, or at the requested accuracy.
bool ended_at_own_limit(const IslandWork& work);

/// Reserves room for this island's problem, lowered or not, in every solver of every chain.
void reserve_for(IslandWork& work, std::vector<SolverChain>& chains);

/// Solves an island: formulation → problem, warm start, solver, judge, fallback, lift, in each
/// phase of the restitution law. The answer is work.lambda_C, which is always finite.
void solve_island(const Pairing& pairing, SolverChain& chain, IslandWork& work);

}  // namespace cardan
