#pragma once

#include "sim/solve/solve_island.h"

/// Functions that run one solver of the chain on one island, with all passes of the formulation in
/// each phase of the restitution law, and that judge and record the result.
namespace cardan {

/// Runs one link of the chain on work.base and records the attempt in work.report. compliance: the
/// fraction of A_ii that the ladder added to S. Writes λ_C to work.lambda_C and its known part to
/// work.impacts.t0.
Verdict attempt_link(const Pairing& pairing, SolverChain& chain, std::size_t link,
                     double compliance, IslandWork& work);

/// Stores the last attempt as the best answer of the island and reports it.
void keep_answer(const Verdict& verdict, std::size_t link, IslandWork& work);

/// Copies the figures of work.best into work.report.
void report_best(IslandWork& work);

/// Rebuilds the last pass of the formulation from the current work.base. Returns the residual of
/// the last λ for this problem [m/s].
double judge_last(IslandWork& work);

/// True if the residual of λ = 0 in the first pass of the formulation is at least `residual` [m/s].
bool nothing_reaches(double residual, IslandWork& work);

/// Climbs the compliance ladder for an island whose rigid problem no solver has solved. Adds
/// compliance to S in rungs of 1e-10 … 1e-2 of A_ii until the chain solves the problem near a rigid
/// solution, then removes the compliance again in proximal passes. Uses the top rung if there is no
/// rigid solution, and skips the lower rungs if this is proven. Returns false if no rung gave a
/// solution. Restores the base.
bool climb_compliance_ladder(const Pairing& pairing, SolverChain& chain, IslandWork& work);

}  // namespace cardan
