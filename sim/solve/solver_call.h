#pragma once

#include "cardan/contact_solver.h"
#include "sim/solve/island_work.h"

/// One call of a solver. The problem is lowered and gets a dense matrix if the solver needs this.
namespace cardan {

/// Solves work.problem, which is lowered if the solver lacks box kinds. work.lambda contains the
/// initial λ before the call and the solution afterwards.
SolveReport call_solver(ContactSolver& solver, IslandWork& work);

/// Reserves memory for the dense A of work.problem if the solver needs a dense A and supports the
/// size. size: bound on the size of later passes of the problem. May throw bad_alloc.
void reserve_dense_for(const ContactSolver& solver, const cardan_size& size, IslandWork& work);

}  // namespace cardan
