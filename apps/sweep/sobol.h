#pragma once

#include <cstdint>

namespace cardan::app {

/// Number of dimensions of the table of direction numbers.
inline constexpr int kSobolDimensions = 40;

/// Coordinate of a point of the Sobol' sequence in Gray-code order, as a fraction of 2^32 [Antonov,
/// Saleev 1979; Joe, Kuo 2008]. 0 ≤ dimension < kSobolDimensions.
std::uint32_t sobol_digits(int dimension, std::uint32_t point);

}  // namespace cardan::app
