#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Computes properties of A: FACTORED; SYMMETRIC bit for bit; POSITIVE_DIAGONAL; MONOTONE (A + Aᵀ
/// positive semidefinite within 1e-6 of its largest diagonal entry); COPOSITIVE if monotone or
/// without negative entries; REGULAR (reciprocal condition above 1e-12) up to 1000 rows. Beyond
/// 2000 rows, only properties that follow from the factored form are set, and a line is added to
/// notes.
std::uint32_t computed_properties(const Problem& problem, std::vector<std::string>& notes);

}  // namespace cardan
