#pragma once

#include "constraint/rows/isotropic_contact.h"
#include "sim/solve/island_work.h"
#include "sim/solve/pairing.h"

/// Answers that need no solver. answer_directly() is tried first, then answer_without_solver().
namespace cardan {

/// An island that is answered without its base problem.
using DirectIsland = IsotropicContact;
/// The answer of a DirectIsland: the change of motion and the contact data.
using DirectAnswer = IsotropicAnswer;

/// Answers an island of one isotropic body with one contact on a fixed body, without a base
/// problem. Requires a formulation with FormulationInfo::is_base and a stabilisation other than
/// `projection`. The judge must accept the answer within the tolerance of the chain's first solver.
/// Returns false if there is no answer.
bool answer_directly(const Pairing& pairing, const RowInputs& inputs, const Island& island,
                     DirectIsland& record, DirectAnswer& answer);

/// Writes the report of a direct answer.
void report_direct_answer(const DirectIsland& record, IslandReport& report);

/// Writes the base problem of an island that was answered directly in this step. The trees may have
/// moved since then.
void write_direct_base(const RowInputs& inputs, const DirectIsland& record, BaseProblem& base);

/// Writes λ_C, z, u_C and the report of a direct answer to `work`, which contains the base problem,
/// as answer_without_solver() does.
void write_direct_answer(const DirectIsland& record, IslandWork& work);

/// Answers an island that has a base problem, if the formulation has FormulationInfo::is_base.
/// Tries in this order:
/// 1. for one contact without friction or bounce: λ_n = max(−b_n / A_nn, 0)
/// 2. the impulses of the last step, if they still solve the island and nothing bounces
/// The judge must accept the answer within the tolerance of the chain's first solver. Returns false
/// if there is no answer.
bool answer_without_solver(const Pairing& pairing, IslandWork& work);

}  // namespace cardan
