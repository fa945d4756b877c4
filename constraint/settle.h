#pragma once

#include "cardan/constraint/base_problem.h"

namespace cardan {

/// A start whose residual is below this share of the tolerance is not settled.
inline constexpr double kSettledShare = 1e-3;

/// One Gauss–Seidel sweep over the contacts that stick, λ ← λ − (Y Yᵀ + S)⁻¹ u with all others
/// frozen; a contact that would not stick afterwards, and every other row, is left as it is.
/// λ_C: (m); z: Yᵀ λ_C (Y.cols); both are changed together.
CARDAN_API void settle_contacts(const BaseProblem& base, double* lambda_C, double* z);

}  // namespace cardan
