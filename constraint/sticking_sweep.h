#pragma once

#include "constraint/rows/base_problem.h"

namespace cardan {

/// A warm start with a residual below this fraction of the tolerance needs no sweep.
inline constexpr double kSweepShare = 1e-3;

/// Performs one Gauss–Seidel sweep over the sticking contacts: λ ← λ − (Y Yᵀ + S)⁻¹ u with all
/// other rows fixed. A contact that would not stick afterwards keeps its λ. lambda_C (m) and z = Yᵀ
/// λ_C (Y.cols) are updated.
CARDAN_API void sweep_sticking_contacts(const BaseProblem& base, double* lambda_C, double* z);

}  // namespace cardan
