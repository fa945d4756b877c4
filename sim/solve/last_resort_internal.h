#pragma once

#include <vector>

#include "cardan/constraint/rows/base_problem.h"

namespace cardan {

/// Compliance of the last resort in S_ii, as a fraction of A_ii.
inline constexpr double kLastResortCompliance = 1e-2;

/// Computes a finite, compliant answer if no solver of the chain gave one: block Gauss–Seidel on
/// the base problem with S raised by kLastResortCompliance of the diagonal. The answer is not
/// exact, but never NaN.
void last_resort(const BaseProblem& base, std::vector<double>& z, std::vector<double>& lambda_C);

}  // namespace cardan
