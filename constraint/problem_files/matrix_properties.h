#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/problem.h"

namespace cardan {

/// Computes the properties of A: FACTORED; SYMMETRIC (bit for bit); POSITIVE_DIAGONAL; MONOTONE (A
/// + Aᵀ is positive semidefinite to within 1e-6 of its largest diagonal entry); COPOSITIVE (if A is
/// monotone or has no negative entries); and, up to 1000 rows, REGULAR (the reciprocal condition
/// number is above 1e-12). Beyond 2000 rows, only properties that follow from the factored form are
/// set, and a line is added to `notes`.
std::uint32_t computed_properties(const Problem& problem, std::vector<std::string>& notes);

}  // namespace cardan
