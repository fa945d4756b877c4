#pragma once

#include "cardan/solve/solve_island_internal.h"

/// One solver of the chain on one island: all passes of the formulation, in each phase of a
/// restitution law, judged and recorded.
namespace cardan {

/// Runs link `link` of the chain on work.base as it stands and records the attempt in work.report.
/// compliance: what the ladder has added to S, as a fraction of A_ii. λ_C of the attempt is
/// work.lambda_C, the known part of it work.impacts.t0.
Verdict attempt_link(const Pairing& pairing, SolverChain& chain, std::size_t link,
                     double compliance, IslandWork& work);

/// Makes the last attempt the island's best answer, in the report too.
void keep_answer(const Verdict& verdict, std::size_t link, IslandWork& work);

/// Writes into work.report what it says of work.best.
void report_best(IslandWork& work);

/// The last λ judged on the last pass of the formulation, built anew from work.base as it stands
/// now [m/s].
double judge_last(IslandWork& work);

/// Whether no impulse at all has this residual [m/s] or more, on the formulation's first pass.
bool nothing_reaches(double residual, IslandWork& work);

/// The ladder of compliance [1e-10 … 1e-2 of A_ii], for an island whose rigid problem nobody
/// solved: the lowest rung that the chain solves near a rigid solution, its compliance then taken
/// out again by proximal passes; the top rung where there is no rigid solution, at once if that is
/// proven. False
/// if no rung was solved; the base is left as it was.
bool climb_compliance_ladder(const Pairing& pairing, SolverChain& chain, IslandWork& work);

}  // namespace cardan
