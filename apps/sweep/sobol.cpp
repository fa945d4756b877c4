#include "apps/sweep/sobol.h"

#include <array>

namespace cardan::app {

namespace {

constexpr int kSobolDigits = 32;

/// A primitive polynomial over GF(2) and the first direction numbers of its dimension.
struct SobolRow {
  int degree;
  std::uint32_t coefficients;  ///< without the first and the last, which are 1
  std::array<std::uint32_t, 8> first;
};

// The file new-joe-kuo-6 [Joe, Kuo 2008, Constructing Sobol' sequences with better two-dimensional
// projections], dimensions 2 to 40.
constexpr SobolRow kSobolRows[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
    {7, 50, {1, 3, 1, 3, 5, 53, 69}},
    {7, 55, {1, 1, 5, 5, 23, 33, 13}},
    {7, 56, {1, 1, 7, 7, 1, 61, 123}},
    {7, 59, {1, 1, 7, 9, 13, 61, 49}},
    {7, 62, {1, 3, 3, 5, 3, 55, 33}},
    {8, 14, {1, 3, 1, 15, 31, 13, 49, 245}},
    {8, 21, {1, 3, 5, 15, 31, 59, 63, 97}},
    {8, 22, {1, 3, 1, 11, 11, 11, 77, 249}},
};

using Directions = std::array<std::uint32_t, kSobolDigits>;

Directions directions_of(int dimension) {
  Directions v{};
  if (dimension == 0) {  // the van der Corput sequence
    for (int i = 0; i < kSobolDigits; ++i)
      v[static_cast<std::size_t>(i)] = 1U << (kSobolDigits - 1 - i);
    return v;
  }
  const SobolRow& row = kSobolRows[dimension - 1];
  for (int i = 0; i < kSobolDigits; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (i < row.degree) {
      v[at] = row.first[at] << (kSobolDigits - 1 - i);
      continue;
    }
    const std::uint32_t back = v[at - static_cast<std::size_t>(row.degree)];
    v[at] = back ^ (back >> row.degree);
    for (int k = 1; k < row.degree; ++k) {
      if ((row.coefficients >> (row.degree - 1 - k) & 1U) != 0)
        v[at] ^= v[at - static_cast<std::size_t>(k)];
    }
  }
  return v;
}

const std::array<Directions, kSobolDimensions>& sobol_directions() {
  static const auto all = [] {
    std::array<Directions, kSobolDimensions> table{};
    for (int d = 0; d < kSobolDimensions; ++d)
      table[static_cast<std::size_t>(d)] = directions_of(d);
    return table;
  }();
  return all;
}

}  // namespace

std::uint32_t sobol_digits(int dimension, std::uint32_t point) {
  const Directions& v = sobol_directions()[static_cast<std::size_t>(dimension)];
  std::uint32_t gray = point ^ (point >> 1U), digits = 0;
  for (std::size_t i = 0; gray != 0; ++i, gray >>= 1U) {
    if ((gray & 1U) != 0) digits ^= v[i];
  }
  return digits;
}

}  // namespace cardan::app
