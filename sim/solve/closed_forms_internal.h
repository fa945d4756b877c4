#pragma once

#include "cardan/constraint/isotropic_contact_internal.h"
#include "cardan/solve/island_work_internal.h"
#include "cardan/solve/pairing_internal.h"

/// Answers that need no solver, in the order in which they are tried.
namespace cardan {

/// An island that is answered before its base problem is written.
using DirectIsland = IsotropicContact;
/// Change of motion and contact data of its answer.
using DirectAnswer = IsotropicAnswer;

/// Answers an island from its constraint alone: an isotropic body with one contact on a fixed body,
/// of a formulation whose problem is the base itself, without the push-out of positions. The judge
/// takes the answer within the tolerance of the chain's first solver. False: no answer.
bool answer_directly(const Pairing& pairing, const RowInputs& inputs, const Island& island,
                     DirectIsland& record, DirectAnswer& answer);

/// Report of a direct answer.
void report_direct_answer(const DirectIsland& record, IslandReport& report);

/// The base problem of an island that was answered directly in this step; its trees may have moved
/// since.
void write_direct_base(const RowInputs& inputs, const DirectIsland& record, BaseProblem& base);

/// The answer λ_C, z, u_C and its report beside the base problem in the work, as
/// answer_without_solver leaves them.
void write_direct_answer(const DirectIsland& record, IslandWork& work);

/// Answers an island whose base problem is written; the first that holds of
/// - one contact without friction: λ_n = max(−b_n / A_nn, 0);
/// - the last step's impulses, where they solve the island as it is now: of a formulation whose
///   problem is the base itself, and without bounces.
/// The judge takes each within the tolerance of the chain's first solver. False: no answer.
bool answer_without_solver(const Pairing& pairing, IslandWork& work);

}  // namespace cardan
