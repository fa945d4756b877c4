#pragma once

#include "cells.h"

namespace cardan::conic {

/// One pass of block Gauss–Seidel over all cells in their order, each solved exactly with the
/// others frozen. lambda and z = Yᵀ λ are updated in place. Returns the largest natural-map
/// residual [m/s] met on the way (each cell's before its own update): free, and an estimate only.
double sweep(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z);

/// One pass without the residual of contacts, which costs a tenth of it.
void relax(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z);

/// One over-relaxed pass (SOR), for cells that are all central contacts.
void over_relax(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z);

}  // namespace cardan::conic
