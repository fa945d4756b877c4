#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Properties of A that hold by computation: FACTORED; SYMMETRIC bit by bit; POSITIVE_DIAGONAL;
/// MONOTONE (A + Aᵀ positive semidefinite within 1e-6 of its largest diagonal entry), COPOSITIVE
/// where monotone or without negative entries, REGULAR (reciprocal condition above 1e-12) up to
/// 1000 rows. Beyond 2000 rows only what the factored form proves; a line in notes says so.
std::uint32_t computed_properties(const Problem& problem, std::vector<std::string>& notes);

}  // namespace cardan
