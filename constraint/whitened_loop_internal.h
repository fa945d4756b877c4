#pragma once

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/loop.h"

/// Rows of loops in whitened space, for the base problem and for the projection.
namespace cardan {

/// Rows first … first + count − 1 (count ≤ 3) of Y = J L⁻¹ D^(−1/2) into scratch.columns and
/// scratch.lanes (four lanes a column). Returns the squared size that a row could have; one below
/// kZeroRow of it is zero but for rounding.
double whiten_loop(const LoopConstraint& loop, int first, int count, const LoopTree& a,
                   const LoopTree& b, BaseProblem::Scratch& scratch);

}  // namespace cardan
