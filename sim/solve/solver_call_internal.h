#pragma once

#include "cardan/host/contact_solver.h"
#include "cardan/solve/island_work_internal.h"

/// One call of one solver on one problem: lowered and dense where the solver needs that.
namespace cardan {

/// Solves work.problem, lowered when the solver lacks box kinds. λ in work.lambda, in and out.
SolveReport call_solver(ContactSolver& solver, IslandWork& work);

/// Room for the dense A of work.problem where the solver needs one and takes it. size: a bound on
/// the problem's later passes. May throw bad_alloc.
void reserve_dense_for(const ContactSolver& solver, const cardan_size& size, IslandWork& work);

}  // namespace cardan
