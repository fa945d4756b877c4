#pragma once

#include "cardan/solve/solve_island_internal.h"

/// Runs one solver of the chain on one island, with all passes of the formulation in each phase of
/// the restitution law, and judges and records the result.
namespace cardan {

/// Runs one link of the chain on work.base and records the attempt in work.report. compliance: the
/// fraction of A_ii that the ladder added to S. Writes λ_C to work.lambda_C and its known part to
/// work.impacts.t0.
Verdict attempt_link(const Pairing& pairing, SolverChain& chain, std::size_t link,
                     double compliance, IslandWork& work);

/// Stores the last attempt as the island's best answer and reports it.
void keep_answer(const Verdict& verdict, std::size_t link, IslandWork& work);

/// Copies the figures of work.best into work.report.
void report_best(IslandWork& work);

/// Rebuilds the last pass of the formulation from the current work.base and judges the last λ on it
/// [m/s].
double judge_last(IslandWork& work);

/// True if λ = 0 has this residual [m/s] or more on the first pass of the formulation.
bool nothing_reaches(double residual, IslandWork& work);

/// The compliance ladder, for an island whose rigid problem no solver solved. Adds compliance to S
/// in rungs of 1e-10 … 1e-2 of A_ii until the chain solves the problem near a rigid solution, then
/// removes it again by proximal passes. Uses the top rung if there is no rigid solution, and uses
/// it at once if this is proven. Returns false if no rung gave a solution. Restores the base.
bool climb_compliance_ladder(const Pairing& pairing, SolverChain& chain, IslandWork& work);

}  // namespace cardan
