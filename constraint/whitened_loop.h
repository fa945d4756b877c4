#pragma once

#include "constraint/loop.h"
#include "constraint/rows/base_problem.h"

/// Rows of loops in whitened space, for the base problem and for the projection.
namespace cardan {

/// Writes rows first … first + count − 1 (count ≤ 3) of Y = J L⁻¹ D^(−1/2) into scratch.columns and
/// scratch.lanes (four lanes per column). Returns a bound of the squared size of a row. A row whose
/// squared size is below kZeroRow times the bound is zero except for rounding.
double whiten_loop(const LoopConstraint& loop, int first, int count, const LoopTree& a,
                   const LoopTree& b, BaseProblem::Scratch& scratch);

}  // namespace cardan
