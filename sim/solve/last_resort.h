#pragma once

#include <vector>

#include "constraint/rows/base_problem.h"

namespace cardan {

/// Compliance of the last resort in S_ii, as a fraction of A_ii.
inline constexpr double kLastResortCompliance = 1e-2;

/// Computes a finite, compliant answer if no solver of the chain gave an answer, by block
/// Gauss–Seidel on the base problem with S increased by kLastResortCompliance times the diagonal.
/// The answer is not exact but never NaN.
void last_resort(const BaseProblem& base, std::vector<double>& z, std::vector<double>& lambda_C);

}  // namespace cardan
