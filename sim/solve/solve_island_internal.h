#pragma once

#include <vector>

#include "cardan/solve/island_work_internal.h"
#include "cardan/solve/pairing_internal.h"

/// The one place where formulation, solver chain and judge meet.
namespace cardan {

/// An empty report, and room for the answer.
void start_report(IslandWork& work);

/// Builds pass 0 so that solvers can be given room before any of them runs.
void prepare_island(IslandWork& work);

/// True where the answer is approximate because the solver ended at a limit of its own, by its
/// word.
bool ended_at_own_limit(const IslandWork& work);

/// Gives every solver of every chain room for this island's problem, lowered or not.
void reserve_for(IslandWork& work, std::vector<SolverChain>& chains);

/// Formulation → problem; warm start; solver; judge; fallback; lift, in each phase of a restitution
/// law. The answer is work.lambda_C, finite always.
void solve_island(const Pairing& pairing, SolverChain& chain, IslandWork& work);

}  // namespace cardan
