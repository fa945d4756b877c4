#pragma once

#include "cardan/host/contact_solver.h"
#include "cardan/solve/island_work_internal.h"

/// One call of a solver on a problem, lowered and with a dense matrix if the solver needs them.
namespace cardan {

/// Solves work.problem, lowered if the solver lacks box kinds. work.lambda: initial λ in, λ out.
SolveReport call_solver(ContactSolver& solver, IslandWork& work);

/// Reserves room for the dense A of work.problem if the solver needs one and supports the size.
/// size: bound on the later passes of the problem. May throw bad_alloc.
void reserve_dense_for(const ContactSolver& solver, const cardan_size& size, IslandWork& work);

}  // namespace cardan
