#pragma once

#include "solvers/conic/blocks.h"

namespace cardan::conic {

/// One pass of block Gauss–Seidel over all blocks in their order; each is solved exactly with the
/// others fixed. Updates lambda and z = Yᵀ λ. Returns the largest natural-map residual [m/s] of a
/// block before its update, an estimate at no extra cost.
double sweep(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z);

/// The largest natural-map residual [m/s] of a block at λ and u; NaN if any of them is NaN.
double residual(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
                const double* u);

/// One pass that does not compute the residuals of contacts, whose computation is a tenth of the
/// cost of sweep().
void relax(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z);

/// One over-relaxed pass (SOR). All blocks must be central.
void over_relax(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z);

}  // namespace cardan::conic
